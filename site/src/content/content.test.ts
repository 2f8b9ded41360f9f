import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'astro/zod';
import { readMarkdown } from '../content-check/check-content.ts';
import { Accelerate } from './accelerate.ts';
import { eventFields } from './events.ts';
import { leagueCard } from './league-cards.ts';
import { LegalFields, listSections } from './legal.ts';
import { readOrderedList } from './ordered-list.ts';
import { Programme } from './programme.ts';
import { supporter } from './supporters.ts';
import { chiefPathfinder, coreLead, teamMember } from './team.ts';
import { Testimonial } from './testimonials.ts';

const content = new URL('../../../content/', import.meta.url).pathname;

function readList<T>(path: string, schema: z.ZodType<T>): T[] {
  return readOrderedList(readFileSync(content + path, 'utf8')).map((entry) => schema.parse(entry));
}

function readFile<T>(path: string, schema: z.ZodType<T>): { fields: T; body: string } {
  const { fields, body } = readMarkdown(readFileSync(content + path, 'utf8'));
  return { fields: schema.parse(fields), body };
}

const leagues = readList('league-cards/league-cards.json', leagueCard(z.string()));
const supporters = readList('supporters/supporters.json', supporter(z.string()));
const coreLeads = readList('team/core-leads.json', coreLead(z.string()));
const chiefs = readList('team/chief-pathfinders.json', chiefPathfinder(z.string()));
const pathfinders = readList('team/pathfinders.json', teamMember(z.string()));
const testimonials = readList('testimonials/testimonials.json', Testimonial);
const programme = Programme.parse(JSON.parse(readFileSync(`${content}programme/programme.json`, 'utf8')));
const accelerate = Accelerate.parse(JSON.parse(readFileSync(`${content}programme/accelerate.json`, 'utf8')));
const events = readdirSync(`${content}events`)
  .map((id) => ({ id, ...readFile(`events/${id}/index.md`, eventFields(z.string())).fields }))
  .sort((a, b) => b.date.localeCompare(a.date));

describe('league cards', () => {
  test('ENT-01 ENT-09 seven leagues with every field, each id and colour once', () => {
    expect(leagues).toHaveLength(7);
    expect(new Set(leagues.map(({ id }) => id)).size).toBe(7);
    expect(new Set(leagues.map(({ color }) => color)).size).toBe(7);
  });

  test.each([
    ['ENT-02', 'finance', 'Finance', '28 August 2025', /finance club/i],
    ['ENT-03', 'quantum', 'Quantum', '5 October 2025', /quantum club/i],
    ['ENT-04', 'ml', 'ML', '28 August 2025', /own team/i],
    ['ENT-05', 'soft-skills', 'Soft Skills', 'To be announced', /society/i],
    ['ENT-06', 'competitive-programming', 'Competitive Programming', 'To be announced', /coding club/i],
    ['ENT-07', 'iot', 'IoT', 'To be announced', /electronics society/i],
    ['ENT-08', 'exmatrix', 'ExMatrix', 'To be announced', /maths club/i],
  ])('%s %s', (_, id, name, startingDate, facilitatedBy) => {
    const league = leagues.find((card) => card.id === id);
    expect(league).toMatchObject({ name, startingDate });
    expect(league?.facilitatedBy).toMatch(facilitatedBy);
  });
});

describe('events', () => {
  test('ENT-11 ENT-12 ten ids newest first, June to September 2025', () => {
    expect(events.map(({ id }) => id)).toEqual([
      'hackathon-1',
      'accelerate-meet-1',
      'accelerate-meet-2',
      'retreat-1',
      'capstone-announcement-1',
      'cohort-orientation-1',
      'orientation-1',
      'openmic-1',
      'build-along-sessions-1',
      'ml-mentorship-1',
    ]);
    expect(new Set(events.map(({ date }) => date)).size).toBe(10);
    for (const { date } of events) expect(date).toMatch(/^2025-0[6-9]-\d\d$/);
  });

  test('ENT-13 the six featured ones', () => {
    expect(events.filter(({ featured }) => featured).map(({ id }) => id)).toEqual([
      'hackathon-1',
      'accelerate-meet-2',
      'retreat-1',
      'capstone-announcement-1',
      'cohort-orientation-1',
      'orientation-1',
    ]);
  });

  test('ENT-14 ENT-15 the hackathon: Punjab round, a university in Patiala, 30 pictures with words', () => {
    const hackathon = events.find(({ id }) => id === 'hackathon-1');
    expect(hackathon?.description).toContain('Punjab round');
    expect(hackathon?.location).toMatch(/university in Patiala/);
    expect(hackathon?.images).toHaveLength(30);
    for (const image of hackathon?.images ?? []) expect(image).toHaveProperty('alt');
  });

  test('ENT-16 the four categories, nothing else', () => {
    expect(new Set(events.map(({ category }) => category))).toEqual(
      new Set(['Hackathon', 'Accelerate Program', 'Cohort 1.0', 'Workshop']),
    );
  });

  test('ENT-10 EVENT-22 EVENT-23 a picture is an address or an object, the list may be empty', () => {
    const [event] = events;
    const { id: _, ...fields } = event ?? { id: '' };
    expect(eventFields(z.string()).safeParse({ ...fields, images: [] }).success).toBe(true);
    expect(
      eventFields(z.string()).safeParse({ ...fields, images: ['./a.svg', { url: './b.svg', alt: 'B' }] })
        .success,
    ).toBe(true);
    expect(eventFields(z.string()).safeParse({ ...fields, images: [{ url: './b.svg' }] }).success).toBe(
      false,
    );
  });

  test('ENT-10 an unquoted day is read, a wrong one names its field', () => {
    const { id: _, ...fields } = events[0] ?? { id: '' };
    expect(eventFields(z.string()).parse({ ...fields, date: new Date('2025-09-20') }).date).toBe(
      '2025-09-20',
    );
    const wrong = eventFields(z.string()).safeParse({ ...fields, date: '20 September' });
    expect(wrong.error?.issues[0]?.path).toEqual(['date']);
  });

  test('ENT-58 no status is kept for events, leagues and supporters', () => {
    for (const entry of [...events, ...leagues, ...supporters]) expect(entry).not.toHaveProperty('status');
    expect(leagueCard(z.string()).safeParse({ ...leagues[0], status: 'open' }).success).toBe(false);
  });
});

test('ENT-17 ENT-18 eight supporters in the order of their types', () => {
  expect(supporters.map(({ supportType }) => supportType)).toEqual([
    'Recognition',
    'Tech Support',
    'Community',
    'Mathematics',
    'Finance',
    'Soft Skills',
    'Space Science',
    'Debating',
  ]);
});

describe('team', () => {
  test('ENT-19 ENT-20 COMM-08 PROD-11 one chief and 4 to 6 pathfinders for each league', () => {
    const names = [
      'Finance',
      'Quantum Computing',
      'ML',
      'Soft Skills',
      'Competitive Programming',
      'IoT',
      'Advanced Mathematics League',
    ];
    expect(chiefs.map(({ league }) => league)).toEqual(names);
    for (const name of names) {
      const count = pathfinders.filter(({ league }) => league === name).length;
      expect(count).toBeGreaterThanOrEqual(4);
      expect(count).toBeLessThanOrEqual(6);
    }
    expect(pathfinders.every(({ league }) => names.includes(league))).toBe(true);
  });

  test('ENT-21 HOME-32 five core leads with their addresses', () => {
    expect(coreLeads).toHaveLength(5);
    for (const lead of coreLeads) expect(lead.linkedin).toContain('sample');
  });
});

test('HOME-45 HOME-46 CONST-07 25 posts, 4 featured, each with a status id and no id twice', () => {
  expect(testimonials).toHaveLength(25);
  expect(testimonials.filter(({ featured }) => featured)).toHaveLength(4);
  for (const { url } of testimonials) expect(url).toMatch(/^https:\/\/x\.com\/sample_\w+\/status\/\d+$/);
  expect(new Set(testimonials.map(({ url }) => url)).size).toBe(25);
});

describe('programme', () => {
  const text = JSON.stringify(programme);

  test('PROD-03 PROD-04 PROD-05 PROD-06 cohorts and seasons', () => {
    expect(text).toContain('Cohort 1.0 is finished');
    expect(text).toContain('{cohort} is open');
    expect(programme.seasons[0]).toMatchObject({
      name: 'Summer cohort',
      facts: ['2 exclusive leagues', '108 students', 'Direct entry to the Accelerate programme'],
    });
    expect(programme.seasons[1]?.facts).toEqual(['Open leagues', 'Open to all', 'Lateral entry allowed']);
  });

  test('PROD-07 PROD-08 PROD-09 PROD-10 PROD-11 Accelerate, OpenERA, team', () => {
    expect(programme.accelerate.map(({ facts }) => facts)).toEqual([
      ['6 months', 'From mid-August', 'Research domains'],
      ['3-4 months', 'From end of September/October', 'Open domains'],
    ]);
    expect(programme.openEra.map(({ facts }) => facts)).toEqual([
      ['Hackathon', 'Late January'],
      ['Tech meetup and expo', 'March'],
    ]);
    expect(programme.teamStructure.map(({ count }) => count)).toEqual(['5', '1', '4-6', 'All']);
  });

  test('PROD-12 ABOUT-06 highlights and values', () => {
    expect(programme.highlights.map(({ title, text }) => `${title} ${text}`)).toEqual([
      'Hands-on projects across multiple domains',
      'Expert-led sessions from mentors and industry leaders',
      'Networking with students and professionals',
      'Certificate on successful completion',
      '1:1 mentorship sessions',
    ]);
    expect(programme.values.map(({ title }) => title)).toEqual([
      'Structured',
      'Peer-Driven',
      'Focused',
      'Truly Open',
    ]);
  });

  test('ACCEL-02 ACCEL-03 ACCEL-04 ACCEL-05 six phases, six months, seven domains', () => {
    expect(accelerate.months).toBe(6);
    expect(accelerate.phases.map(({ name, when }) => `${name} (${when})`)).toEqual([
      'Product and Team Identification (August)',
      'Pathfinder Meet (September)',
      'MVP Demo Days (October-November)',
      'Resources and Manpower (December)',
      'Testing (January)',
      'Product Launch (February)',
    ]);
    expect(accelerate.phases[4]?.text).toContain('beta at 100 and then 1000 user loops');
    expect(accelerate.domains.map(({ name }) => name)).toEqual([
      'Healthcare+AI',
      'FinTech',
      'Defense Tech',
      'AgriTech',
      'IoT',
      'Quantum Tech',
      'Open Ecosystem',
    ]);
  });
});

describe('legal pages', () => {
  test('LEGAL-02 LEGAL-03 LEGAL-04 privacy', () => {
    const { fields, body } = readFile('legal/privacy.md', LegalFields);
    expect(fields.lastUpdated).toBe('2025-06-13');
    expect(listSections(body)).toEqual([
      'Information We Collect',
      'How We Use Your Information',
      'Information Sharing',
      'Data Security',
      'Your Rights',
      'Cookies and Tracking',
      "Children's Privacy",
      'Changes',
      'Contact',
    ]);
    expect(body).toContain('13 years and older');
  });

  test('LEGAL-02 LEGAL-05 LEGAL-06 LEGAL-07 terms', () => {
    const { fields, body } = readFile('legal/terms.md', LegalFields);
    expect(fields.lastUpdated).toBe('2025-06-13');
    expect(listSections(body)).toEqual([
      'Acceptance',
      'Platform Description',
      'User Accounts',
      'Acceptable Use',
      'Content and IP',
      'Privacy',
      'Educational Use',
      'Disclaimers',
      'Limitation of Liability',
      'Termination',
      'Governing Law',
      'Changes',
      'Contact',
    ]);
    expect(body).toContain('not official academic credit');
    expect(body).toMatch(/laws of India[\s\S]+courts of Punjab/);
  });
});
