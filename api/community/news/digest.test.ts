import { beforeEach, expect, test } from 'bun:test';
import { and, eq, like } from 'drizzle-orm';
import { saveNewsChoices } from '#contract/news.ts';
import { addStreakNews } from '../../learning/streak-news.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcements, newsReaders, notifications } from '../../platform/db/schema/community.ts';
import { resources } from '../../platform/db/schema/curriculum.ts';
import { progressEvents, studyBreaks } from '../../platform/db/schema/learning.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, addLearner, resourcesOf } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, type PersonInput } from '../../test/people.ts';
import { createDigestJob } from './digest.ts';
import { addNews, sweepNews } from './news.ts';

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const isStopping = () => false;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

// 18:00 in Kolkata is 12:30 in UTC. 2 December 2026 is a Wednesday, the 6th a Sunday.
const at = (day: number, time: string) => new Date(`2026-12-${String(day).padStart(2, '0')}T${time}Z`);
const EVENING = at(2, '12:30:00');

/** A server that was just started. */
const start = () => createDigestJob(api, { isStopping });
const run = (now: Date) => start()(now);

const mailsTo = async ({ email }: Person) =>
  (await listStoredMessages(api)).filter(({ to, kind }) => to === email && kind === 'NEWS_DIGEST');
/** Lines of the mails, oldest mail first. */
const linesTo = async (person: Person) =>
  (await mailsTo(person)).reverse().map(({ text }) => text.match(/^• .*$/gm)?.map((line) => line.slice(2)));

async function addReader(input: PersonInput = {}): Promise<Person> {
  const person = await addPerson(api.db, input);
  await api.owner
    .update(users)
    .set({ createdAt: ago(365 * DAY) })
    .where(eq(users.id, person.id));
  return person;
}
const tell = (person: Person, badge = 'Navigator') => addNews(api.db, 'BADGE_EARNED', [person.id], { badge });
const choose = ({ token }: Person, body: unknown) => api.call(saveNewsChoices, { token, body });

// Each test has its own evening.
beforeEach(async () => {
  await api.owner.delete(outboxMessages).where(like(outboxMessages.dedupeKey, 'news:%'));
  await api.owner.delete(notifications);
  await api.owner.delete(announcements);
});

test('one mail from 18:00 in Kolkata on, with what is new since the last one', async () => {
  const [person, silent] = [await addReader(), await addReader()];
  await tell(person);
  const job = start();
  expect([await job(at(2, '12:29:59')), await job(at(1, '18:40:00')), await job(EVENING)]).toEqual([0, 0, 1]);
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toBe('You earned the badge Navigator');
  expect(mail?.text).toContain('You get this message once a day at most');
  expect(mail?.text).toContain('http://localhost:3000/dashboard/news');
  expect(mail?.text).toContain('Stop these mails:\nhttp://localhost:3000/unsubscribe#');
  expect(mail?.unsubscribeUrl).toContain('/api/news/unsubscribe/');
  // In the same evening no second one, not after a restart either; what came meanwhile is in the next.
  await tell(person, 'Helmsman');
  expect([await job(at(2, '15:00:00')), await run(at(2, '18:29:59'))]).toEqual([0, 0]);
  expect([await job(at(2, '18:30:00')), await job(at(3, '12:00:00')), await job(at(3, '12:31:00'))]).toEqual([
    0, 0, 1,
  ]);
  expect(await linesTo(person)).toEqual([
    ['You earned the badge Navigator'],
    ['You earned the badge Helmsman'],
  ]);
  expect(await job(at(4, '12:31:00'))).toBe(0);
  expect(await mailsTo(silent)).toEqual([]);
});

test('a server that starts at 21:00 sends what 18:00 missed; one that starts after midnight waits', async () => {
  const person = await addReader();
  await tell(person);
  expect([await run(at(2, '18:31:00')), await run(at(3, '00:00:00')), await run(at(3, '15:30:00'))]).toEqual([
    0, 0, 1,
  ]);
});

test('twice at once and in several processes sends one mail', async () => {
  const people = await Promise.all([1, 2, 3].map(() => addReader()));
  for (const person of people) await tell(person);
  const counts = await Promise.all([1, 2, 3, 4].map(() => run(EVENING)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  for (const person of people) expect(await mailsTo(person)).toHaveLength(1);
});

test('weekly comes on Sundays, never does not come', async () => {
  const [weekly, never] = [await addReader(), await addReader()];
  await choose(weekly, { mailRhythm: 'WEEKLY' });
  await choose(never, { mailRhythm: 'NEVER' });
  for (const person of [weekly, never]) await tell(person);
  // 18:29 UTC on Sunday is the last minute of Sunday in Kolkata.
  expect([await run(at(5, '12:30:00')), await run(at(6, '12:29:00')), await run(at(6, '18:29:00'))]).toEqual([
    0, 0, 1,
  ]);
  expect((await mailsTo(weekly))[0]?.text).toContain('You get this message on Sundays');
  expect(await mailsTo(never)).toEqual([]);
});

test('only accounts that may get mail, and only what they want mailed and have not read', async () => {
  const people = {
    pending: await addReader({ status: 'PENDING' }),
    suspended: await addReader({ status: 'SUSPENDED' }),
    unverified: await addReader({ verified: false }),
    read: await addReader(),
    off: await addReader(),
    hidden: await addReader(),
    staff: await addReader({ role: 'PATHFINDER' }),
  };
  for (const person of Object.values(people)) await tell(person);
  await api.db.insert(newsReaders).values({ userId: people.read.id, readAt: new Date() });
  await choose(people.off, { kinds: [{ kind: 'BADGE_EARNED', isMailed: false }] });
  await choose(people.hidden, { kinds: [{ kind: 'BADGE_EARNED', isShown: false }] });
  await run(EVENING);
  const counts = await Promise.all(Object.values(people).map(async (one) => (await mailsTo(one)).length));
  expect(counts).toEqual([0, 0, 0, 0, 0, 1, 1]);
});

test('news that goes at once is not collected, nor an announcement with a mail of its own', async () => {
  const person = await addReader();
  await addNews(api.db, 'NEW_DEVICE', [person.id], { device: 'Firefox' });
  const facts = { assignment: 'A', league: { id: 'l', name: 'L' }, isApproved: true };
  await addNews(api.db, 'SUBMISSION_REVIEWED', [person.id], facts);
  const announce = (title: string, isMailed: boolean) =>
    api.db.insert(announcements).values({ id: createId(), title, body: 'x', isMailed, publishAt: ago(HOUR) });
  await announce('By mail', true);
  expect(await run(EVENING)).toBe(0);
  await announce('In the list', false);
  await run(EVENING);
  expect(await linesTo(person)).toEqual([['In the list']]);
});

test('new resources are one line, long lists are cut, and news of more than a week ago is left out', async () => {
  const league = await addLeague(api.db, { name: 'Machine Learning', weeks: 1, sections: 1, resources: 3 });
  const learner = await addLearner(api.db, league);
  await api.owner
    .update(users)
    .set({ createdAt: ago(365 * DAY) })
    .where(eq(users.id, learner.id));
  for (const { id } of resourcesOf(league)) {
    await api.owner.update(resources).set({ createdAt: new Date() }).where(eq(resources.id, id));
  }
  await api.db.insert(notifications).values({
    ...{
      id: createId(),
      userId: learner.id,
      kind: 'BADGE_EARNED',
      facts: '{"badge":"Old"}',
      createdAt: ago(9 * DAY),
    },
  });
  await run(EVENING);
  expect(await linesTo(learner)).toEqual([['3 new resources in Machine Learning']]);
  for (let index = 0; index < 13; index++) await tell(learner, `Badge ${index}`);
  await run(at(3, '12:30:00'));
  const [latest] = await mailsTo(learner);
  expect(latest?.subject).toBe('Your news from OpenLeague');
  expect(latest?.text.match(/^• /gm)).toHaveLength(10);
  expect(latest?.text).toContain('And 3 more.');
});

test('a stop ends the walk, and the next start goes on', async () => {
  const people = await Promise.all([1, 2, 3].map(() => addReader()));
  for (const person of people) await tell(person);
  let asked = 0;
  const stopped = createDigestJob(api, { isStopping: () => ++asked > 3 });
  expect(await stopped(EVENING)).toBeLessThan(3);
  await run(EVENING);
  for (const person of people) expect(await mailsTo(person)).toHaveLength(1);
});

test('a streak that ends tonight is told once to those who chose it, and not within a break', async () => {
  const league = await addLeague(api.db);
  const [resource] = resourcesOf(league);
  const section = league.weeks[0]?.sections[0];
  const addActive = async (days: number[], chosen = true) => {
    const learner = await addLearner(api.db, league);
    for (const day of days) {
      await api.db.insert(progressEvents).values({
        ...{
          userId: learner.id,
          resourceId: resource?.id,
          sectionId: section?.id ?? '',
          leagueId: league.id,
        },
        ...{ kind: 'COMPLETED', occurredAt: ago(day * DAY) },
      });
    }
    if (chosen) await choose(learner, { kinds: [{ kind: 'STREAK_ENDS', isShown: true, isMailed: true }] });
    return learner;
  };
  const people = [
    await addActive([1]),
    await addActive([0, 1]),
    await addActive([3]),
    await addActive([1], false),
    await addActive([]),
  ];
  const told = async () =>
    Promise.all(
      people.map(({ id }) =>
        api.db.$count(
          notifications,
          and(eq(notifications.userId, id), eq(notifications.kind, 'STREAK_ENDS')),
        ),
      ),
    );
  const today = new Date(Date.now() + 5.5 * HOUR).toISOString().slice(0, 10);
  await api.db.insert(studyBreaks).values({ id: 'rest', name: 'Diwali', startsOn: today, endsOn: today });
  await addStreakNews(api);
  expect(await told()).toEqual([0, 0, 0, 0, 0]);
  await api.db.delete(studyBreaks);
  for (const _ of [1, 2]) await addStreakNews(api);
  expect(await told()).toEqual([1, 0, 0, 0, 0]);
  await createDigestJob(api, { isStopping, prepare: () => addStreakNews(api) })(EVENING);
  expect(await linesTo(people[0] as Person)).toEqual([['Your streak of 1 day ends tonight']]);
});

test('rows older than 90 days go', async () => {
  const person = await addReader();
  for (const days of [89, 91]) {
    const createdAt = ago(days * DAY);
    await api.db.insert(notifications).values({
      ...{ id: `${days}`, userId: person.id, kind: 'STREAK_ENDS', facts: '{"days":1}', createdAt },
    });
  }
  await sweepNews(api.db);
  expect((await api.db.select().from(notifications)).map(({ id }) => id)).toEqual(['89']);
});
