import { beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { approveUserById } from '#contract/admin-users.ts';
import { createAssignment } from '#contract/assignments.ts';
import { getProfile, login } from '#contract/auth.ts';
import {
  getNewsChoices,
  listNews,
  markNewsRead,
  NEWS_ERRORS,
  NEWS_KINDS,
  type NewsItem,
  type NewsKind,
  saveNewsChoices,
} from '#contract/news.ts';
import { reviewSubmission, submitAssignment } from '#contract/submissions.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import {
  announcements,
  newsChoices,
  newsReaders,
  notifications,
} from '../../platform/db/schema/community.ts';
import { assignments, resources } from '../../platform/db/schema/curriculum.ts';
import { enrollments, submissions } from '../../platform/db/schema/learning.ts';
import { listStoredMessages } from '../../platform/mail/outbox.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, addLearner, resourcesOf, setLeagueExpired, type TestLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person, signInPerson, TEST_PASSWORD } from '../../test/people.ts';
import { addNews } from './news.ts';

const api = await openTestApp({ TIME_ZONE: 'Asia/Kolkata' });
const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Dev Rao' });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

const newsOf = async ({ token }: Pick<Person, 'token'>): Promise<{ items: NewsItem[]; unread: number }> =>
  (await api.call(listNews, { token })).body.data;
const kindsOf = async (person: Pick<Person, 'token'>, kind: NewsKind) =>
  (await newsOf(person)).items.filter((item) => item.kind === kind);
const unreadOf = async ({ token }: Pick<Person, 'token'>): Promise<number> =>
  (await api.call(getProfile, { token })).body.data.unreadNews;
const read = async (person: Pick<Person, 'token'>, until: Date | string) => {
  const body = { until: new Date(until).toISOString() };
  await api.call(markNewsRead, { token: person.token, body });
  return { unread: await unreadOf(person) };
};

/** As if the account had been there for a year. */
async function makeOld(person: Person): Promise<void> {
  await api.owner
    .update(users)
    .set({ createdAt: ago(365 * DAY) })
    .where(eq(users.id, person.id));
  await api.owner
    .update(enrollments)
    .set({ enrolledAt: ago(364 * DAY) })
    .where(eq(enrollments.userId, person.id));
}
/** Sets when the resources of a league were added, in order; those left over were there two years ago. */
async function setTimes(league: TestLeague, times: Date[]): Promise<void> {
  for (const [index, { id }] of resourcesOf(league).entries()) {
    const createdAt = times[index] ?? ago(730 * DAY);
    await api.owner.update(resources).set({ createdAt }).where(eq(resources.id, id));
  }
}
async function addOldLearner(league: TestLeague | TestLeague[], input = {}): Promise<Person> {
  const learner = await addLearner(api.db, league, input);
  await makeOld(learner);
  return learner;
}
async function addAssignment(league: TestLeague, dueInMs: number, createdAgoMs = 30 * DAY): Promise<string> {
  const id = createId();
  const dueAt = new Date(Date.now() + dueInMs);
  const [title, description, createdAt] = ['Price a bond', 'Price it', ago(createdAgoMs)];
  await api.db.insert(assignments).values({ id, leagueId: league.id, title, description, dueAt, createdAt });
  return id;
}

describe('own news', () => {
  test('a review is told once, also without its mail', async () => {
    const league = await addLeague(api.db, { name: 'Finance' });
    const learner = await addLearner(api.db, league);
    const reviewer = await addPerson(api.db, { role: 'GRAND_PATHFINDER', name: 'Noor Chenab' });
    const { id: assignmentId } = (
      await api.call(createAssignment, {
        token: grand.token,
        body: { title: 'Price a bond', description: 'Price it', leagueId: league.id },
      })
    ).body.data;
    const answer = { token: learner.token, params: { assignmentId }, body: { content: 'Done' } };
    const { id } = (await api.call(submitAssignment, answer)).body.data;
    const review = (status: string) =>
      api.call(reviewSubmission, { token: reviewer.token, params: { id }, body: { status } });
    await review('UNDER_REVIEW');
    expect((await newsOf(learner)).items).toEqual([]);
    for (const _ of [1, 2]) await review('NEEDS_REVISION');
    await api.call(saveNewsChoices, {
      token: learner.token,
      body: { kinds: [{ kind: 'SUBMISSION_REVIEWED', isMailed: false }] },
    });
    await api.call(submitAssignment, answer);
    await review('APPROVED');
    const texts = async () => (await newsOf(learner)).items.map(({ text, path }) => [text, path]);
    const path = `/dashboard/league/${league.id}`;
    expect(await texts()).toEqual([
      ['Your answer to “Price a bond” is approved', path],
      ['Please change your answer to “Price a bond”', path],
    ]);
    const mails = (await listStoredMessages(api)).filter(({ to }) => to === learner.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Please revise: Price a bond']);
  });

  test('approval and a new device are told, with their mail', async () => {
    const pending = await addPerson(api.db, { status: 'PENDING' });
    await api.call(approveUserById, { token: grand.token, params: { userId: pending.id }, body: {} });
    await api.call(login, {
      body: { email: pending.email, password: TEST_PASSWORD },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' },
    });
    expect((await newsOf(pending)).items.map(({ kind, text, path }) => [kind, text, path])).toEqual([
      ['NEW_DEVICE', 'New sign-in: Chrome on Windows', '/dashboard/profile'],
      ['ACCOUNT_APPROVED', 'Your account is approved: choose a league', '/dashboard'],
    ]);
    const kinds = (await listStoredMessages(api)).filter(({ to }) => to === pending.email);
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['ACCOUNT_APPROVED', 'NEW_DEVICE']);
  });

  test('badges, certificates and streaks lead to their places; one id is one row', async () => {
    const learner = await addPerson(api.db);
    const code = '7K3MQ9TX2BND';
    await addNews(api.db, 'BADGE_EARNED', [learner.id], { badge: 'Finance Finisher' });
    await addNews(api.db, 'BADGE_EARNED', [learner.id], { badge: 'ML Finisher', code });
    await addNews(api.db, 'CERTIFICATE_ISSUED', [learner.id], { title: 'Money and Machines', code });
    for (const days of [7, 8])
      await addNews(api.db, 'STREAK_ENDS', [learner.id], { days }, `streak:${learner.id}`);
    await addNews(api.db, 'STREAK_ENDS', [learner.id], { days: 1 });
    expect((await newsOf(learner)).items.map(({ text, path }) => [text, path]).sort()).toEqual(
      [
        ['Your certificate for Money and Machines is ready', '/certificates/7K3M-Q9TX-2BND'],
        ['You earned the badge Finance Finisher', '/dashboard/profile'],
        ['You earned the badge ML Finisher and a certificate', '/certificates/7K3M-Q9TX-2BND'],
        ['Your streak of 1 day ends tonight', '/dashboard'],
        ['Your streak of 7 days ends tonight', '/dashboard'],
      ].sort(),
    );
  });

  test('news is of one person, of the last 90 days, and a hundred at most', async () => {
    const [learner, other] = [await addPerson(api.db), await addPerson(api.db)];
    await makeOld(learner);
    const rowsOf = (userId: string, createdAt: Date, count: number) =>
      Array.from({ length: count }, () => ({
        ...{ id: createId(), userId, createdAt, kind: 'STREAK_ENDS', facts: '{"days":3}' },
      }));
    await api.db
      .insert(notifications)
      .values([...rowsOf(learner.id, ago(91 * DAY), 2), ...rowsOf(learner.id, ago(89 * DAY), 3)]);
    await api.db.insert(notifications).values(rowsOf(other.id, ago(HOUR), 1));
    expect([(await newsOf(learner)).items.length, await unreadOf(learner)]).toEqual([3, 3]);
    await api.db.insert(notifications).values(rowsOf(learner.id, ago(DAY), 120));
    const { items, unread } = await newsOf(learner);
    expect([items.length, unread, await unreadOf(learner)]).toEqual([100, 100, 100]);
    expect(items.every(({ at }) => Date.parse(at) > Date.now() - 2 * DAY)).toBe(true);
  });
});

describe('news by audience', () => {
  test('new resources come by league and day of Kolkata, from the enrollment on', async () => {
    const league = await addLeague(api.db, { name: 'Machine Learning' });
    const other = await addLeague(api.db, { name: 'Sailing' });
    const over = await addLeague(api.db, { name: 'Over' });
    await setLeagueExpired(api.db, over.id);
    const learner = await addOldLearner([league, over]);
    // 18:29 and 18:30 UTC: the day in Kolkata changes between.
    const midnight = new Date(
      `${ago(3 * DAY)
        .toISOString()
        .slice(0, 10)}T18:30:00Z`,
    ).getTime();
    const times = [0, HOUR, 2 * HOUR, -60_000].map((after) => new Date(midnight + after));
    await setTimes(league, [...times, ago(91 * DAY)]);
    await setTimes(other, [ago(HOUR)]);
    await setTimes(over, [ago(HOUR)]);
    const items = await kindsOf(learner, 'NEW_RESOURCES');
    const day = (ms: number) => new Date(ms + 5.5 * HOUR).toISOString().slice(0, 10);
    expect(items).toEqual([
      {
        id: `resources:${league.id}:${day(midnight)}`,
        kind: 'NEW_RESOURCES',
        text: '3 new resources in Machine Learning',
        path: `/dashboard/league/${league.id}`,
        at: new Date(midnight + 2 * HOUR).toISOString(),
        isUnread: true,
      },
      {
        id: `resources:${league.id}:${day(midnight - 60_000)}`,
        kind: 'NEW_RESOURCES',
        text: '1 new resource in Machine Learning',
        path: `/dashboard/league/${league.id}`,
        at: new Date(midnight - 60_000).toISOString(),
        isUnread: true,
      },
    ]);
    expect(await unreadOf(learner)).toBe(2);
    // A further resource of a day that was read makes the line unread again.
    expect(await read(learner, new Date(midnight + HOUR))).toEqual({ unread: 1 });
    await api.db
      .update(enrollments)
      .set({ enrolledAt: new Date(midnight + 90 * 60_000) })
      .where(eq(enrollments.userId, learner.id));
    expect((await kindsOf(learner, 'NEW_RESOURCES')).map(({ text }) => text)).toEqual([
      '1 new resource in Machine Learning',
    ]);
  });

  test('accounts that may not read leagues hear nothing of them', async () => {
    const league = await addLeague(api.db);
    const callers = {
      active: await addOldLearner(league),
      pending: await addOldLearner(league, { status: 'PENDING' }),
      unverified: await addOldLearner(league, { verified: false }),
      suspended: await addOldLearner(league, { status: 'SUSPENDED' }),
    };
    await setTimes(league, [ago(HOUR)]);
    await addAssignment(league, DAY);
    const counts = async (person: Person) =>
      [await newsOf(person), await unreadOf(person)].map((found) =>
        typeof found === 'number' ? found : found?.items.length,
      );
    expect(await counts(callers.active)).toEqual([2, 2]);
    expect(await counts(callers.pending)).toEqual([0, 0]);
    expect(await counts(callers.unverified)).toEqual([0, 0]);
    for (const call of [listNews, getNewsChoices]) {
      expect((await api.call(call, { token: callers.suspended.token })).status).toBe(403);
      expect((await api.call(call)).status).toBe(401);
    }
  });

  test('an assignment is due from three days before until it is over, unless an answer is in', async () => {
    const dueIn = async (ms: number, createdAgoMs?: number) => {
      const league = await addLeague(api.db, { name: `Due ${ms} ${createdAgoMs ?? ''}` });
      const id = await addAssignment(league, ms, createdAgoMs);
      return { league, id };
    };
    const soon = await dueIn(2 * DAY);
    const fresh = await dueIn(DAY, HOUR);
    const later = await dueIn(3 * DAY + HOUR);
    const past = await dueIn(-HOUR);
    const answered = await dueIn(DAY);
    const learner = await addOldLearner([soon, fresh, later, past, answered].map(({ league }) => league));
    const other = await addOldLearner(answered.league);
    await api.db.insert(submissions).values({
      ...{ id: createId(), assignmentId: answered.id, userId: learner.id, content: 'Done' },
    });
    const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' });
    const items = await kindsOf(learner, 'ASSIGNMENT_DUE');
    expect(items.map(({ id, text, path }) => [id, text, path])).toEqual(
      [
        { ...fresh, ms: DAY },
        { ...soon, ms: 2 * DAY },
      ].map(({ id, league, ms }) => [
        `due:${id}`,
        `“Price a bond” in ${league.name} is due on ${day.format(Date.now() + ms)}`,
        `/dashboard/league/${league.id}`,
      ]),
    );
    const since = items.map(({ at }) => Math.round((Date.now() - Date.parse(at)) / HOUR));
    expect(since).toEqual([1, 24]);
    expect(await kindsOf(other, 'ASSIGNMENT_DUE')).toHaveLength(1);
  });

  test('reviewers hear of waiting answers in their leagues, not of their own', async () => {
    const [league, elsewhere] = [await addLeague(api.db, { name: 'Bonds' }), await addLeague(api.db)];
    const chief = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const reader = await addPerson(api.db, { role: 'CHIEF_PATHFINDER' });
    const pathfinder = await addPerson(api.db, { role: 'PATHFINDER' });
    const boss = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const content = { canCreateContent: true };
    await addScope(api.db, chief.id, league.id, content);
    await addScope(api.db, pathfinder.id, league.id, content);
    await addScope(api.db, reader.id, league.id, { canCreateContent: false });
    const learners = await Promise.all([1, 2, 3].map(() => addPerson(api.db)));
    for (const person of [chief, reader, pathfinder, boss]) await makeOld(person);
    const ids = [await addAssignment(league, DAY), await addAssignment(elsewhere, DAY)];
    const answer = (assignmentId: string | undefined, userId: string | undefined, status: string) =>
      api.db.insert(submissions).values({
        ...{
          id: createId(),
          assignmentId: assignmentId ?? '',
          userId: userId ?? '',
          status,
          content: 'Done',
        },
      });
    await answer(ids[0], learners[0]?.id, 'SUBMITTED');
    await answer(ids[0], learners[1]?.id, 'UNDER_REVIEW');
    await answer(ids[0], learners[2]?.id, 'APPROVED');
    await answer(ids[0], chief.id, 'SUBMITTED');
    await answer(ids[1], learners[0]?.id, 'SUBMITTED');
    const texts = async (person: Person) =>
      (await kindsOf(person, 'SUBMISSIONS_TO_REVIEW')).map(({ text, path }) => [text, path]);
    const path = `/admin/league/${league.id}/assignment`;
    expect(await texts(chief)).toEqual([['2 answers wait for review in Bonds', path]]);
    expect(await texts(boss)).toContainEqual(['3 answers wait for review in Bonds', path]);
    expect(await texts(boss)).toContainEqual([
      `1 answer waits for review in ${elsewhere.name}`,
      `/admin/league/${elsewhere.id}/assignment`,
    ]);
    expect([await texts(reader), await texts(pathfinder)]).toEqual([[], []]);
    expect(await unreadOf(chief)).toBe(1);
  });

  test('announcements come with their text', async () => {
    const learner = await addPerson(api.db);
    await makeOld(learner);
    const id = createId();
    const publishAt = ago(HOUR);
    await api.db.insert(announcements).values({
      ...{ id, authorId: grand.id, title: 'Guest talk', body: 'On **Thursday**', publishAt },
    });
    expect(await kindsOf(learner, 'ANNOUNCEMENT')).toEqual([
      {
        ...{ id, kind: 'ANNOUNCEMENT', text: 'Guest talk', path: null, isUnread: true },
        at: publishAt.toISOString(),
        announcement: {
          ...{ id, title: 'Guest talk', body: 'On **Thursday**', author: 'Dev Rao' },
          publishAt: publishAt.toISOString(),
        },
      },
    ]);
    await api.db.delete(announcements).where(eq(announcements.id, id));
  });
});

describe('reading', () => {
  let learner: Person;
  beforeAll(async () => {
    learner = await addPerson(api.db);
    await makeOld(learner);
    for (const hours of [5, 3, 1]) {
      const createdAt = ago(hours * HOUR);
      await api.db.insert(notifications).values({
        ...{ id: createId(), userId: learner.id, kind: 'STREAK_ENDS', facts: '{"days":3}', createdAt },
      });
    }
  });

  test('two devices agree on what is unread, and the mark only moves forward, at most to now', async () => {
    const { token } = await signInPerson(api.db, learner.id);
    const devices = [learner, { token }];
    const seen = async () =>
      Promise.all(
        devices.flatMap((device) => [unreadOf(device), newsOf(device).then(({ unread }) => unread)]),
      );
    expect(await seen()).toEqual([3, 3, 3, 3]);
    expect(await read(learner, ago(2 * HOUR))).toEqual({ unread: 1 });
    expect(await seen()).toEqual([1, 1, 1, 1]);
    expect((await newsOf({ token })).items.map(({ isUnread }) => isUnread)).toEqual([true, false, false]);
    expect(await read({ token }, ago(4 * HOUR))).toEqual({ unread: 1 });
    expect(await read({ token }, new Date(Date.now() + DAY))).toEqual({ unread: 0 });
    const [row] = await api.db.select().from(newsReaders).where(eq(newsReaders.userId, learner.id));
    expect(row?.readAt?.getTime()).toBeLessThanOrEqual(Date.now());
    await addNews(api.db, 'NEW_DEVICE', [learner.id], { device: 'Firefox on Linux' });
    expect(await seen()).toEqual([1, 1, 1, 1]);
  });

  test('up to and including the moment of an item', async () => {
    const { items } = await newsOf(learner);
    expect(await read(learner, items[0]?.at ?? '')).toEqual({ unread: 0 });
    for (const until of ['', 'yesterday', '2026-02-30T00:00:00Z', undefined, 5]) {
      const { status, body } = await api.call(markNewsRead, { token: learner.token, body: { until } });
      expect([until, status, body.error]).toEqual([until, 400, 'until must be an ISO 8601 moment in UTC']);
    }
  });

  test('news before the account began is read', async () => {
    const person = await addPerson(api.db);
    await api.db.insert(notifications).values({
      ...{ id: createId(), userId: person.id, kind: 'STREAK_ENDS', facts: '{"days":3}', createdAt: ago(DAY) },
    });
    expect((await newsOf(person)).items.map(({ isUnread }) => isUnread)).toEqual([false]);
    expect(await unreadOf(person)).toBe(0);
  });
});

describe('choices', () => {
  const choicesOf = async ({ token }: Person) => (await api.call(getNewsChoices, { token })).body.data;
  const save = ({ token }: Person, body: unknown) => api.call(saveNewsChoices, { token, body });

  test('everyone sees the kinds that can reach them, with their defaults', async () => {
    const learner = await choicesOf(await addPerson(api.db));
    expect(learner.mailRhythm).toBe('DAILY');
    const named = (choices: { kinds: { kind: string }[] }) => choices.kinds.map(({ kind }) => kind);
    expect(named(learner)).toEqual(NEWS_KINDS.filter((kind) => kind !== 'SUBMISSIONS_TO_REVIEW'));
    const staff = await choicesOf(await addPerson(api.db, { role: 'CHIEF_PATHFINDER' }));
    expect(named(staff)).toEqual(NEWS_KINDS.filter((kind) => kind !== 'ACCOUNT_APPROVED'));
    const of = (wanted: NewsKind) => learner.kinds.find(({ kind }: { kind: string }) => kind === wanted);
    expect(of('STREAK_ENDS')).toMatchObject({
      isShown: false,
      isMailed: false,
      mail: 'COLLECTED',
      isFixed: false,
    });
    expect(of('NEW_DEVICE')).toMatchObject({ isShown: true, isMailed: true, mail: 'AT_ONCE', isFixed: true });
    expect(of('SUBMISSION_REVIEWED')).toMatchObject({ mail: 'AT_ONCE', isFixed: false });
  });

  test('a choice of one channel keeps the other; a kind that is off is in neither list nor count', async () => {
    const person = await addPerson(api.db);
    await addNews(api.db, 'BADGE_EARNED', [person.id], { badge: 'Navigator' });
    await addNews(api.db, 'NEW_DEVICE', [person.id], { device: 'Firefox' });
    const kinds = [
      { kind: 'BADGE_EARNED', isShown: false },
      { kind: 'BADGE_EARNED', isMailed: false },
      { kind: 'ANNOUNCEMENT', isShown: true, isMailed: true },
      { kind: 'NEW_DEVICE', isMailed: true },
    ];
    const { body } = await save(person, { kinds });
    expect(body.message).toBe('Your choices are saved');
    expect(body.data).toEqual(await choicesOf(person));
    expect(await api.db.select().from(newsChoices).where(eq(newsChoices.userId, person.id))).toContainEqual({
      ...{ userId: person.id, kind: 'BADGE_EARNED', isShown: false, isMailed: false },
    });
    expect([(await newsOf(person)).items.map(({ kind }) => kind), await unreadOf(person)]).toEqual([
      ['NEW_DEVICE'],
      1,
    ]);
    await save(person, { mailRhythm: 'WEEKLY', kinds: [{ kind: 'BADGE_EARNED', isShown: true }] });
    expect((await choicesOf(person)).mailRhythm).toBe('WEEKLY');
    expect(await unreadOf(person)).toBe(2);
  });

  test.each([
    [
      { kinds: [{ kind: 'NEW_DEVICE', isMailed: false }] },
      'NEWS_CHOICE_FIXED',
      NEWS_ERRORS.NEWS_CHOICE_FIXED.text,
    ],
    [
      { kinds: [{ kind: 'ACCOUNT_APPROVED', isShown: false }] },
      'NEWS_CHOICE_FIXED',
      NEWS_ERRORS.NEWS_CHOICE_FIXED.text,
    ],
    [{ kinds: [{ kind: 'GOSSIP' }] }, undefined, 'Unknown kind of news'],
    [{ kinds: 7 }, undefined, 'kinds must be a list'],
    [{ kinds: Array(NEWS_KINDS.length + 1).fill({ kind: 'ANNOUNCEMENT' }) }, undefined, 'Too many kinds'],
    [{ kinds: [{ kind: 'ANNOUNCEMENT', isShown: 'no' }] }, undefined, 'isShown must be true or false'],
    [{ kinds: [{ kind: 'ANNOUNCEMENT', isMailed: 1 }] }, undefined, 'isMailed must be true or false'],
    [{ mailRhythm: 'HOURLY' }, undefined, 'mailRhythm must be DAILY, WEEKLY or NEVER'],
  ])('refuses %j', async (body, code, error) => {
    const person = await addPerson(api.db);
    const reply = await save(person, {
      ...body,
      mailRhythm: 'mailRhythm' in body ? body.mailRhythm : 'NEVER',
    });
    expect([reply.status, reply.body.error]).toEqual([400, error]);
    if (code) expect(reply.body.code).toBe(code);
    expect((await choicesOf(person)).mailRhythm).toBe('DAILY');
  });
});
