import { describe, expect, test } from 'bun:test';
import * as calls from '#contract/share.ts';
import { badges, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { sections, specializations, weeks } from '../../platform/db/schema/curriculum.ts';
import { resourceProgress } from '../../platform/db/schema/learning.ts';
import { toShareUrl, toSiteOrigin } from '../../platform/http/share-links.ts';
import { product } from '../../platform/process/product.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp({ PUBLIC_SITE_URL: 'https://learn.example.org/' });
const league = await addLeague(api.db, { name: 'Finance & Co', weeks: 2, sections: 2, resources: 2 });
const learner = await addPerson(api.db);
const stranger = await addPerson(api.db);
await enroll(api.db, learner.id, league);

async function complete(resourceIds: string[]): Promise<void> {
  await api.db
    .insert(resourceProgress)
    .values(
      resourceIds.map((resourceId) => ({
        id: createId(),
        userId: learner.id,
        resourceId,
        completedAt: new Date(),
      })),
    )
    .onConflictDoNothing();
}
const sectionAt = (week: number, section: number) => {
  const found = league.weeks[week]?.sections[section];
  if (!found) throw new Error('no such section');
  return found;
};
const ask = (
  call:
    | (typeof calls)['shareBadgeOnTwitter']
    | (typeof calls)['shareBadgeOnLinkedin']
    | (typeof calls)['shareSectionOnTwitter']
    | (typeof calls)['shareWeekOnLinkedin'],
  id: string,
  person = learner,
) => api.call(call, { token: person.token, params: { id } });

describe('sharing a section', () => {
  test('CALL-16 ENT-55 SHARE-05 an X intent with the words, once the section is complete', async () => {
    const section = sectionAt(0, 0);
    const early = await ask(calls.shareSectionOnTwitter, section.id);
    expect([early.status, early.body.error]).toEqual([400, 'You must complete this section before sharing']);
    await complete([section.resources[0]?.id ?? '']);
    expect((await ask(calls.shareSectionOnTwitter, section.id)).status).toBe(400);
    await complete(section.resources.map((resource) => resource.id));
    const { status, body } = await ask(calls.shareSectionOnTwitter, section.id);
    const text = `Just completed "Section 1.1" in Finance & Co ${product.handle} #Learning #Progress ${product.hashtag}`;
    expect(status).toBe(200);
    expect(body.data).toEqual({
      platform: 'twitter',
      shareText: text,
      shareUrl: `https://twitter.com/intent/tweet?text=${encodeURIComponent(text)}`,
      section: { id: section.id, name: 'Section 1.1', league: { id: league.id, name: 'Finance & Co' } },
    });
    expect(new URL(body.data.shareUrl).searchParams.get('text')).toBe(text);
    const linkedin = await api.call(calls.shareSectionOnLinkedin, {
      token: learner.token,
      params: { id: section.id },
    });
    expect(linkedin.body.data.platform).toBe('linkedin');
    expect((await ask(calls.shareSectionOnTwitter, section.id, stranger)).status).toBe(400);
  });

  test('CALL-16 a section without resources is never complete', async () => {
    const id = createId();
    await api.db.insert(sections).values({ id, weekId: league.weeks[1]?.id ?? '', name: 'Empty', order: 9 });
    const empty = await ask(calls.shareSectionOnTwitter, id);
    expect([empty.status, empty.body.error]).toEqual([400, 'You must complete this section before sharing']);
  });
});

describe('sharing a week', () => {
  test('CALL-17 ENT-55 a LinkedIn link with the public address, once all its sections are complete', async () => {
    const week = league.weeks[0];
    if (!week) throw new Error('no week');
    await complete(sectionAt(0, 0).resources.map((resource) => resource.id));
    const early = await ask(calls.shareWeekOnLinkedin, week.id);
    expectRefusal(early, 400, 'You must complete all sections in this week before sharing');
    await complete(sectionAt(0, 1).resources.map((resource) => resource.id));
    const { status, body } = await ask(calls.shareWeekOnLinkedin, week.id);
    expect(status).toBe(200);
    const url = new URL(body.data.shareUrl);
    expect(url.origin + url.pathname).toBe('https://www.linkedin.com/sharing/share-offsite/');
    expect(url.searchParams.get('url')).toBe('https://learn.example.org');
    expect(url.searchParams.get('summary')).toBe(body.data.shareText);
    expect(body.data.week).toEqual({
      id: week.id,
      name: 'Week 1',
      league: { id: league.id, name: 'Finance & Co' },
    });
    const onTwitter = await api.call(calls.shareWeekOnTwitter, {
      token: learner.token,
      params: { id: week.id },
    });
    expect(onTwitter.body.data.shareUrl).toStartWith('https://twitter.com/intent/tweet?text=');
  });

  test('CALL-17 a week without sections is never complete', async () => {
    const id = createId();
    await api.db.insert(weeks).values({ id, leagueId: league.id, name: 'Empty', order: 9 });
    expect((await ask(calls.shareWeekOnLinkedin, id)).status).toBe(400);
  });
});

describe('sharing an achievement', () => {
  test('CALL-18 CALL-19 a badge the caller has, on the platform of the path', async () => {
    const id = createId();
    await api.db.insert(badges).values({ id, leagueId: league.id, name: 'Pathmaker' });
    await api.db.insert(userBadges).values({ id: createId(), userId: learner.id, badgeId: id });
    for (const [call, host] of [
      [calls.shareBadgeOnTwitter, 'twitter.com'],
      [calls.shareBadgeOnLinkedin, 'www.linkedin.com'],
    ] as const) {
      const { status, body } = await ask(call, id);
      expect(status).toBe(200);
      expect(new URL(body.data.shareUrl).hostname).toBe(host);
      expect(body.data.shareText).toContain('"Pathmaker" in Finance & Co');
      expect(body.data.achievement).toEqual({
        type: 'badge',
        title: 'Pathmaker',
        league: { id: league.id, name: 'Finance & Co' },
      });
      for (const refused of [await ask(call, id, stranger), await ask(call, createId())]) {
        expect([refused.status, refused.body.error]).toEqual([404, 'Badge not found or not earned by user']);
      }
    }
  });

  test('a completed specialization by the general path', async () => {
    const id = createId();
    await api.db
      .insert(specializations)
      .values({ id, cohortId: league.cohortId, name: 'Money and machines' });
    const share = (platform: string, type: string, person = learner) =>
      api.call(calls.shareAchievement, { token: person.token, params: { platform, type, id } });
    const early = await share('twitter', 'specialization');
    expectRefusal(early, 404, 'Specialization not found or not completed by user');
    await api.db
      .insert(userSpecializations)
      .values({ id: createId(), userId: learner.id, specializationId: id });
    const { status, body } = await share('linkedin', 'specialization');
    expect(status).toBe(200);
    expect(body.data.achievement).toEqual({
      type: 'specialization',
      title: 'Money and machines',
      league: null,
    });
  });
});

test('CALL-16 CALL-17 CALL-18 what is not there is refused in its words', async () => {
  for (const [call, params, status, words] of [
    [calls.shareSectionOnTwitter, { id: 'nowhere' }, 404, 'Section not found'],
    [calls.shareWeekOnLinkedin, { id: 'nowhere' }, 404, 'Week not found'],
    [
      calls.shareAchievement,
      { platform: 'myspace', type: 'badge', id: 'x' },
      400,
      'Invalid platform. Use "twitter" or "linkedin"',
    ],
    [
      calls.shareAchievement,
      { platform: 'twitter', type: 'medal', id: 'x' },
      400,
      'Invalid share type. Use "badge" or "specialization"',
    ],
  ] as const)
    expectRefusal(await api.call(call, { token: learner.token, params }), status, words);
});

test('without a public address the link names this process', () => {
  expect(toSiteOrigin({ PORT: 3000 })).toBe('http://localhost:3000');
});

test('words and address are one value each of the link, whatever is in them', () => {
  const [words, origin] = ['50% & more? #1', 'https://learn.example.org/?a=b&c#d'];
  const linkedin = new URL(toShareUrl('linkedin', words, origin)).searchParams;
  expect(Object.fromEntries(linkedin)).toEqual({ url: origin, summary: words });
  expect(new URL(toShareUrl('twitter', words, origin)).searchParams.get('text')).toBe(words);
});
