import { beforeEach, expect, test } from 'bun:test';
import { eq, gt, sql } from 'drizzle-orm';
import {
  ANNOUNCEMENT_MAILS_PER_DAY,
  type AnnouncementRow,
  countAudience,
  createAnnouncement,
  listAnnouncements,
  takeBackAnnouncement,
} from '#contract/announcements.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcements, newsChoices } from '../../platform/db/schema/community.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { addLeague, addLearner } from '../../test/leagues.ts';
import { queueNotice, setUp, stopAll } from '../../test/mail-bench.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { mailAnnouncements } from './announcement-mail.ts';
import { toUnsubscribeToken } from './unsubscribe.ts';

const api = await openTestApp();
const { db } = api;
const finance = await addLeague(db, { name: 'Finance', weeks: 0 });
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER', name: 'Noor Chenab' });
const learner = await addLearner(db, finance, { name: 'Asha Verma' });
const helper = await addPerson(db, { role: 'PATHFINDER' });
await addScope(db, helper.id, finance.id);
const audience = [grand, learner, helper];

const talk = { title: 'Guest talk', body: 'Meera tells how banks price **risk**.' };
const add = async (body: object): Promise<AnnouncementRow> => {
  const { token } = grand;
  const reply = await api.call(createAnnouncement, { token, body: { ...talk, isMailed: true, ...body } });
  return reply.body.data;
};
const takeBack = (id: string) => api.call(takeBackAnnouncement, { token: grand.token, params: { id } });
const find = async (id: string): Promise<AnnouncementRow | undefined> => {
  const { announcements: rows } = (await api.call(listAnnouncements, { token: grand.token })).body.data;
  return rows.find((row: AnnouncementRow) => row.id === id);
};
const countOf = async (query: Record<string, string>) =>
  (await api.call(countAudience, { token: grand.token, query })).body.data;
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id).sort();
const day = (days: number) => sql`now() + ${days} * interval '1 day'`;
const mail = (config = {}) =>
  mailAnnouncements({ ...api, config: { ...api.config, ...config } }, () => false);
const mailedTo = async (): Promise<(string | null)[]> =>
  (await db.select({ id: outboxMessages.userId }).from(outboxMessages)).map(({ id }) => id).sort();

beforeEach(async () => {
  await db.delete(announcements);
  await db.delete(outboxMessages);
  await db.delete(newsChoices);
  await db.execute(sql`delete from rate_limits where key = 'mail-day:announcements'`);
});

test('everyone in the audience gets it once, however often and at once the job runs', async () => {
  const { id } = await add({ leagueId: finance.id });
  await add({ leagueId: finance.id, isMailed: false });
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await add({ leagueId: finance.id, publishAt });
  await Promise.all([mail(), mail(), mail()]);
  await mail();
  expect(await mailedTo()).toEqual(idsOf(audience));
  expect((await find(id))?.mailedAt).toMatch(/Z$/);
  // A run that was killed before its end.
  await db.update(announcements).set({ mailedAt: null }).where(eq(announcements.id, id));
  const [first = ''] = idsOf(audience);
  await db.delete(outboxMessages).where(gt(outboxMessages.userId, first));
  await mail();
  expect(await mailedTo()).toEqual(idsOf(audience));
});

test('says why it came, and links to the league alone; words of the author cannot be more than words', async () => {
  const title = 'Talk\r\nBcc: x@example.test <b>now</b>';
  const body = '[here](https://evil.test) <img src=x onerror=y>\n\n1. **bold**';
  await add({ leagueId: finance.id, title, body });
  await add({});
  await mail();
  const messages = (await listStoredMessages(api)).filter(({ to }) => to === learner.email);
  const ofLeague = messages.find(({ subject }) => subject.startsWith('Talk'));
  expect(ofLeague?.subject).toBe('Talk Bcc: x@example.test <b>now</b>');
  expect(ofLeague?.text).toContain('You get this message because you learn in Finance, or help to run it.');
  expect(ofLeague?.html).toContain('Talk Bcc: x@example.test &lt;b&gt;now&lt;/b&gt;');
  expect(ofLeague?.html).not.toMatch(/<img|<b>now|href="https:\/\/evil/);
  expect(ofLeague?.html).toContain('<strong>bold</strong>');
  expect(ofLeague?.html).toContain(`/dashboard/league/${finance.id}"`);
  const token = toUnsubscribeToken(api.secret, 'ANNOUNCEMENT', learner.id);
  expect(ofLeague?.text).toContain(`/unsubscribe#${token}`);
  const ofAll = messages.find(({ subject }) => subject === talk.title);
  expect(ofAll?.text).toContain('because you have an account');
  expect(ofAll?.text).toContain('Noor Chenab wrote:\n> Meera tells');
});

test('an account without a proven address, a suspended one and one that switched it off get none', async () => {
  const reader = await addLearner(db, finance);
  const others = [
    await addLearner(db, finance, { verified: false }),
    await addLearner(db, finance, { status: 'SUSPENDED' }),
  ];
  await add({ leagueId: finance.id });
  const choose = (person: Person, isMailed: boolean) =>
    db.insert(newsChoices).values({ userId: person.id, kind: 'ANNOUNCEMENT', isShown: true, isMailed });
  await choose(learner, false);
  await choose(reader, true);
  expect(await countOf({ leagueId: finance.id })).toMatchObject({ people: 5, byMail: 3 });
  await mail();
  expect(await mailedTo()).toEqual(idsOf([grand, helper, reader]));
  for (const { id } of [reader, ...others]) await db.delete(users).where(eq(users.id, id));
});

test('what the allowance of a day does not cover waits for the next', async () => {
  const two = { RATE_LIMIT_SCALE: 2 / ANNOUNCEMENT_MAILS_PER_DAY };
  const { id } = await add({ leagueId: finance.id });
  for (const _ of [1, 2]) await mail(two);
  expect(await mailedTo()).toHaveLength(2);
  expect((await find(id))?.mailedAt).toBeNull();
  await db.execute(sql`update rate_limits set window_ends_at = now() where key = 'mail-day:announcements'`);
  await mail(two);
  expect(await mailedTo()).toEqual(idsOf(audience));
  expect((await find(id))?.mailedAt).toMatch(/Z$/);
});

test('taken back, only what is sent or on its way stays, and no more is queued', async () => {
  const other = await addLeague(db, { weeks: 0 });
  const stranger = await addLearner(db, other);
  const late = await addLearner(db, finance);
  const kept = await add({ leagueId: other.id });
  const { id } = await add({ leagueId: finance.id });
  await mail();
  const change = (person: Person, values: object) =>
    db.update(outboxMessages).set(values).where(eq(outboxMessages.userId, person.id));
  await change(learner, { sentAt: day(0) });
  await change(helper, { claimedUntil: day(1) });
  await change(late, { claimedUntil: day(-1) });
  await takeBack(id);
  // The author is in the audience of the other league, too.
  expect(await mailedTo()).toEqual(idsOf([learner, helper, grand, stranger]));
  const unsent = await add({ leagueId: finance.id });
  await takeBack(unsent.id);
  await db.update(announcements).set({ mailedAt: null }).where(eq(announcements.id, kept.id));
  await mail();
  expect(await mailedTo()).toEqual(idsOf([learner, helper, grand, stranger]));
  await db.delete(users).where(eq(users.id, late.id));
});

test('a server that stops ends the run, and the next one goes on', async () => {
  await add({ leagueId: finance.id });
  await mailAnnouncements(api, () => true);
  expect(await mailedTo()).toEqual([]);
  await mail();
  expect(await mailedTo()).toEqual(idsOf(audience));
});

test('other messages are sent before it', async () => {
  const bench = await setUp();
  try {
    const author = await addPerson(bench.api.db, { role: 'GRAND_PATHFINDER' });
    for (let n = 0; n < 12; n++) await addPerson(bench.api.db);
    await bench.api.call(createAnnouncement, { token: author.token, body: { ...talk, isMailed: true } });
    await mailAnnouncements(bench.api, () => false);
    await queueNotice(bench.api, 'notice@example.test');
    expect(await bench.start().drain()).toBe(14);
    const place = bench.mailServer.received.findIndex(({ to }) => to[0] === 'notice@example.test');
    expect(place).toBeLessThan(10);
  } finally {
    await stopAll();
  }
});
