import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  AnnouncementRow,
  countAudience,
  createAnnouncement,
  listAnnouncements,
  takeBackAnnouncement,
} from '#contract/announcements.ts';
import { type AuditLogRow, listAuditLogs } from '#contract/audit-log.ts';
import { getProfile } from '#contract/auth.ts';
import { getDashboard } from '#contract/learning.ts';
import { dismissAnnouncement, listNews, type NewsItem } from '#contract/news.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { announcements } from '../../platform/db/schema/community.ts';
import { addCohort, addLeague, addLearner } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';
import { explainStatement, readStatements } from '../../test/statements.ts';
import { isReadable } from './audience.ts';
import { sweepNews } from './news.ts';

const api = await openTestApp();
const { db } = api;
const finance = await addLeague(db, { name: 'Finance', weeks: 0 });
const other = await addLeague(db, { name: 'Other', weeks: 0 });
const grand = await addPerson(db, { role: 'GRAND_PATHFINDER', name: 'Noor Chenab' });
const learner = await addLearner(db, finance, { name: 'Asha Verma' });
const stranger = await addLearner(db, other);
const pending = await addPerson(db, { status: 'PENDING' });
const writer = await addPerson(db, { role: 'PATHFINDER' });
await addScope(db, writer.id, finance.id);
const viewer = await addPerson(db, { role: 'CHIEF_PATHFINDER' });
await addScope(db, viewer.id, finance.id, { canCreateContent: false });
const away = await addPerson(db, { role: 'CHIEF_PATHFINDER' });
await addScope(db, away.id, other.id);
const everybody = [grand, learner, stranger, pending, writer, viewer, away];

const talk = { title: 'Guest talk', body: 'Meera tells how banks price **risk**.' };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const day = (days: number) => sql`now() + ${days} * interval '1 day'`;

const create = (body: object, { token } = grand, headers = {}) =>
  api.call(createAnnouncement, { token, body: { ...talk, ...body }, headers });
const add = async (body: object = {}, by = grand): Promise<AnnouncementRow> => {
  const reply = await create(body, by);
  expect([reply.status, AnnouncementRow.safeParse(reply.body.data).success]).toEqual([201, true]);
  return reply.body.data;
};
const takeBack = (id: string, { token } = grand) => api.call(takeBackAnnouncement, { token, params: { id } });
const list = async ({ token } = grand): Promise<AnnouncementRow[]> =>
  (await api.call(listAnnouncements, { token })).body.data.announcements;
const countOf = (query: Record<string, string>, { token } = grand) =>
  api.call(countAudience, { token, query });
const dismiss = (id: string, { token }: Person) => api.call(dismissAnnouncement, { token, params: { id } });
const pinnedOf = async ({ token }: Person): Promise<string[]> =>
  (await api.call(getDashboard, { token })).body.data.pinned.map(({ id }: { id: string }) => id);
const setTimes = (id: string, publishAt: number, pinnedUntil: number | null = null) =>
  db
    .update(announcements)
    .set({ publishAt: day(publishAt), pinnedUntil: pinnedUntil === null ? null : day(pinnedUntil) })
    .where(eq(announcements.id, id));
const readersOf = async (id: string): Promise<string[]> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(announcements, eq(announcements.id, id))
    .where(isReadable);
  return rows.map((row) => row.id).sort();
};
const idsOf = (...people: Person[]) => people.map(({ id }) => id).sort();

beforeEach(async () => {
  await db.delete(announcements);
});

describe('who may announce', () => {
  test('a league with Create content in its scope, a cohort and everyone a Grand Pathfinder alone', async () => {
    const asked: [object, Person, number, string?][] = [
      [{ leagueId: finance.id }, writer, 201],
      [{ leagueId: finance.id }, grand, 201],
      [{ leagueId: finance.id }, viewer, 403, 'PERMISSION_MISSING'],
      [{ leagueId: finance.id }, away, 403, 'LEAGUE_OUT_OF_SCOPE'],
      [{ leagueId: finance.id }, learner, 403],
      [{ leagueId: 'none' }, writer, 403, 'LEAGUE_OUT_OF_SCOPE'],
      [{ leagueId: 'none' }, grand, 404, 'LEAGUE_NOT_FOUND'],
      [{}, writer, 403, 'GRAND_REQUIRED'],
      [{}, grand, 201],
      [{ cohortId: finance.cohortId }, writer, 403, 'GRAND_REQUIRED'],
      [{ cohortId: finance.cohortId }, grand, 201],
      [{ cohortId: 'none' }, grand, 404, 'COHORT_NOT_FOUND'],
      [{ cohortId: finance.cohortId, leagueId: finance.id }, grand, 400, 'ANNOUNCEMENT_AUDIENCE'],
      [{ cohortId: finance.cohortId, leagueId: finance.id }, writer, 400, 'ANNOUNCEMENT_AUDIENCE'],
    ];
    for (const [body, by, status, code] of asked) {
      const reply = await create(body, by);
      expect([body, reply.status, code && reply.body.code]).toEqual([body, status, code]);
      const { leagueId, cohortId } = body as { leagueId?: string; cohortId?: string };
      const counted = await countOf({ leagueId: leagueId ?? '', cohortId: cohortId ?? '' }, by);
      expect([body, counted.status]).toEqual([body, status === 201 ? 200 : status]);
    }
    expect(await list()).toHaveLength(4);
  });

  test('the right is asked before the words', async () => {
    const { status } = await create({ leagueId: finance.id, title: '' }, away);
    expect(status).toBe(403);
    const everyone = await create({ title: '' }, writer);
    expect([everyone.status, everyone.body.code]).toEqual([403, 'GRAND_REQUIRED']);
  });

  test('the list and taking back hold to the same scope', async () => {
    const mine = await add({ leagueId: finance.id }, writer);
    const theirs = await add({ leagueId: other.id });
    const all = await add();
    expect((await list()).map(({ id }) => id).sort()).toEqual([mine.id, theirs.id, all.id].sort());
    expect((await list(writer)).map(({ id }) => id)).toEqual([mine.id]);
    expect(await list(viewer)).toEqual([]);
    expect((await list(away)).map(({ id }) => id)).toEqual([theirs.id]);
    for (const [by, id, status] of [
      [viewer, mine.id, 403],
      [away, mine.id, 403],
      [writer, theirs.id, 403],
      [writer, all.id, 403],
      [learner, mine.id, 403],
      [grand, 'none', 404],
      [writer, 'none', 404],
    ] as const) {
      expect((await takeBack(id, by)).status).toBe(status);
    }
    expect((await takeBack(mine.id, writer)).status).toBe(200);
    expect(await list(writer)).toEqual([]);
  });
});

describe('what an announcement says', () => {
  test('it is shown as it was written, and each write leaves an entry', async () => {
    const until = inDays(3);
    const added = await add({ leagueId: finance.id, pinnedUntil: until });
    expect(added).toEqual({
      id: added.id,
      ...talk,
      cohort: null,
      league: { id: finance.id, name: 'Finance' },
      author: 'Noor Chenab',
      publishAt: added.publishAt,
      pinnedUntil: until,
      isMailed: false,
      mailedAt: null,
    });
    expect(await list()).toEqual([added]);
    await takeBack(added.id);
    const { logs } = (
      await api.call(listAuditLogs, { token: grand.token, query: { entity: 'announcement' } })
    ).body.data;
    const about = { announcementId: added.id, title: 'Guest talk', cohortId: null, leagueId: finance.id };
    const mine = (logs as AuditLogRow[]).filter(({ metadata }) => metadata?.announcementId === added.id);
    expect(mine.map(({ action, metadata }) => [action, metadata])).toEqual([
      ['ANNOUNCEMENT_TAKEN_BACK', about],
      ['ANNOUNCEMENT_CREATED', { ...about, publishAt: added.publishAt, pinnedUntil: until, isMailed: false }],
    ]);
    expect(mine[0]?.names).toEqual({ [finance.id]: 'Finance' });
  });

  test('words and times that cannot be are refused', async () => {
    const refused: [object, string][] = [
      [{ title: ' \n' }, 'Title is required'],
      [{ title: 'a'.repeat(121) }, 'Title must be 120 characters or less'],
      [{ body: '' }, 'Text is required'],
      [{ body: 'a'.repeat(5001) }, 'Text must be 5000 characters or less'],
      [{ publishAt: 'soon' }, 'publishAt must be an ISO 8601 date and time with a time zone'],
      [{ pinnedUntil: 5 }, 'pinnedUntil must be an ISO 8601 date and time with a time zone'],
      [{ pinnedUntil: inDays(-1) }, 'It must be pinned until later than it is published'],
      [
        { publishAt: inDays(2), pinnedUntil: inDays(1) },
        'It must be pinned until later than it is published',
      ],
      [{ isMailed: 'yes' }, 'isMailed must be true or false'],
      [{ leagueId: 5 }, 'leagueId must be an id'],
    ];
    for (const [body, error] of refused) {
      const reply = await create(body);
      expect([body, reply.status, reply.body.error]).toEqual([body, 400, error]);
    }
    expect(await list()).toEqual([]);
  });

  test('a repeated request announces once, also at once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const replies = await Promise.all([1, 2, 3, 4].map(() => create({}, grand, headers)));
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });
});

describe('when it is read', () => {
  test('one for later is read from its time on', async () => {
    const { id } = await add({ publishAt: inDays(2), pinnedUntil: inDays(5) });
    expect([await pinnedOf(learner), await readersOf(id)]).toEqual([[], []]);
    await setTimes(id, -1, 5);
    expect(await readersOf(id)).toEqual(idsOf(...everybody.filter((one) => one !== pending)));
  });

  test('counted and pinned from its time until its end, also where both were read before', async () => {
    const seen = async () => [
      (await api.call(getProfile, { token: learner.token })).body.data.unreadNews,
      (await pinnedOf(learner)).length,
    ];
    const ahead = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    // Room for a machine that is slow to ask.
    await add({ publishAt: ahead(3), pinnedUntil: ahead(8) });
    expect(await seen()).toEqual([0, 0]);
    await Bun.sleep(3000);
    expect(await seen()).toEqual([1, 1]);
    await Bun.sleep(5000);
    expect(await seen()).toEqual([1, 0]);
  });

  test('a time that has passed, or none, is now', async () => {
    const now = Date.now();
    for (const { publishAt } of [await add({ publishAt: inDays(-20) }), await add({ publishAt: null })]) {
      expect(Math.abs(Date.parse(publishAt) - now)).toBeLessThan(60_000);
    }
  });

  test('its audience is as many as were counted', async () => {
    const named = await addPerson(db, { role: 'PATHFINDER' });
    const reached: [Record<string, string>, Person[]][] = [
      [{ leagueId: finance.id }, [grand, learner, writer, viewer]],
      [{ leagueId: other.id }, [grand, stranger, away]],
      [{ cohortId: finance.cohortId }, [grand, learner]],
      [{ cohortId: (await addCohort(db)).id }, [grand]],
      [{}, [...everybody.filter((one) => one !== pending), named]],
    ];
    for (const [target, people] of reached) {
      const { id } = await add(target);
      expect([target, await readersOf(id)]).toEqual([target, idsOf(...people)]);
      const { people: counted, byMail } = (await countOf(target)).body.data;
      expect([target, counted, byMail]).toEqual([target, people.length, people.length]);
    }
    await db.delete(users).where(eq(users.id, named.id));
  });

  test('a suspended account is no reader, and the list forgets after 90 days', async () => {
    const gone = await addLearner(db, finance, { status: 'SUSPENDED' });
    const { id } = await add({ leagueId: finance.id });
    expect(await readersOf(id)).not.toContain(gone.id);
    const listed = async () => {
      const { items } = (await api.call(listNews, { token: learner.token })).body.data;
      return items.filter((item: NewsItem) => item.id === id).length;
    };
    await setTimes(id, -89);
    expect(await listed()).toBe(1);
    await setTimes(id, -91);
    expect(await listed()).toBe(0);
    await sweepNews(db);
    expect(await list()).toEqual([]);
  });

  test('what is still pinned, or was a short while ago, outlives the sweep', async () => {
    const [pinned, late] = [await add(), await add()];
    await setTimes(pinned.id, -200, 1);
    await setTimes(late.id, -200, -89);
    await sweepNews(db);
    expect((await list()).map(({ id }) => id).sort()).toEqual([pinned.id, late.id].sort());
    await setTimes(late.id, -200, -91);
    await sweepNews(db);
    expect((await list()).map(({ id }) => id)).toEqual([pinned.id]);
  });
});

describe('pinned on the dashboard', () => {
  test('the newest five of the reader, until their day, and what the reader closed is gone', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      const { id } = await add({ leagueId: finance.id, pinnedUntil: inDays(1) });
      await setTimes(id, n - 10, 1);
      ids.unshift(id);
    }
    const unpinned = await add({ leagueId: finance.id });
    const over = await add({ leagueId: finance.id });
    await setTimes(over.id, -2, -1);
    expect(await pinnedOf(learner)).toEqual(ids.slice(0, 5));
    expect(await pinnedOf(viewer)).toEqual(ids.slice(0, 5));
    expect(await pinnedOf(stranger)).toEqual([]);
    const closed = ids[1] ?? '';
    for (const _ of [1, 2]) expect((await dismiss(closed, learner)).status).toBe(200);
    expect(await pinnedOf(learner)).toEqual(ids.filter((id) => id !== closed));
    expect(await pinnedOf(viewer)).toEqual(ids.slice(0, 5));
    expect(await readersOf(closed)).toContain(learner.id);
    const secret = await add({ leagueId: other.id, pinnedUntil: inDays(1) });
    const later = await add({ publishAt: inDays(1), pinnedUntil: inDays(2) });
    for (const id of [secret.id, later.id, 'none']) {
      const reply = await dismiss(id, learner);
      expect([reply.status, reply.body.code]).toEqual([404, 'ANNOUNCEMENT_NOT_FOUND']);
    }
    expect((await dismiss(unpinned.id, pending)).status).toBe(404);
    const reply = await api.call(getDashboard, { token: learner.token });
    expect(reply.body.data.pinned[0]).toEqual({
      id: ids[0],
      ...talk,
      author: 'Noor Chenab',
      publishAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('taken back, it is nowhere, and cannot be taken back again', async () => {
    const { id } = await add({ pinnedUntil: inDays(1) });
    expect(await pinnedOf(learner)).toEqual([id]);
    const replies = await Promise.all([takeBack(id), takeBack(id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([await pinnedOf(learner), await readersOf(id)]).toEqual([[], []]);
    expect(await list()).toEqual([]);
    expect((await takeBack(id)).body.code).toBe('ANNOUNCEMENT_NOT_FOUND');
    expect((await dismiss(id, learner)).status).toBe(404);
  });

  test('with nothing pinned the dashboard is one statement; with a year, one more that reads few of them', async () => {
    const read = async () => {
      let pinned: string[] = [];
      const sent = await readStatements(db, async () => {
        pinned = await pinnedOf(learner);
      });
      return { sent, pinned };
    };
    await add({});
    await read();
    expect(await read()).toMatchObject({ sent: { length: 1 }, pinned: [] });
    await add({ pinnedUntil: inDays(1) });
    await read();
    await db.execute(sql`
      insert into announcements (id, author_id, title, body, league_id, cohort_id, publish_at, pinned_until)
      select 'year-' || n, ${grand.id}, 'Title', 'Body', case when n % 3 = 0 then ${finance.id} end,
        case when n % 3 = 1 then ${other.cohortId} end, now() - n * interval '1 hour',
        case when n % 50 = 0 then now() + interval '1 day' end
      from generate_series(1, 8760) n`);
    await db.execute(sql`
      insert into users (id, email, name, password_hash)
      select 'reader-' || n, 'reader-' || n || '@example.test', 'Reader', 'x' from generate_series(1, 300) n`);
    await api.owner.execute(sql`analyze announcements, users, enrollments`);
    const { sent, pinned } = await read();
    expect([sent.length, pinned.length]).toEqual([2, 5]);
    const [, statement] = sent;
    if (!statement) throw new Error('no statement');
    const steps = await explainStatement(db, statement);
    const rowsOf = (table: string) =>
      steps
        .filter((step) => step['Relation Name'] === table)
        .map((step) => (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']);
    expect(Math.max(...rowsOf('users'))).toBeLessThan(20);
    expect(Math.max(...rowsOf('announcements'))).toBeLessThan(1000);
    expect(
      steps.filter((step) => step['Relation Name'] === 'announcements' && step['Node Type'] === 'Seq Scan'),
    ).toEqual([]);
    await db.execute(sql`delete from users where id like 'reader-%'`);
  });
});
