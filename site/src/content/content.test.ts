import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'astro/zod';
import { readMarkdown } from '../content-check/check-content.ts';
import { eventFields } from './events.ts';
import { leagueCard } from './league-cards.ts';
import { readOrderedList } from './ordered-list.ts';
import { supporter } from './supporters.ts';
import { chiefPathfinder, coreLead, teamMember } from './team.ts';

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
