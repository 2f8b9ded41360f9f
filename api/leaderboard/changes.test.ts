import { describe, expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { updateRoleById, updateUserStatus } from '#contract/admin-users.ts';
import { logout } from '#contract/auth.ts';
import { updateBadge } from '#contract/badges.ts';
import { IMPORT_CALLS } from '#contract/imports.ts';
import { getLeaderboard, LeaderboardChange } from '#contract/leaderboard.ts';
import { deleteOwnAccount } from '#contract/own-account.ts';
import { completeResource } from '#contract/resource-progress.ts';
import { updateSection } from '#contract/sections.ts';
import { updateWeek } from '#contract/weeks.ts';
import { findEndedSessions } from '../platform/access/actor.ts';
import { withDeadline } from '../platform/db/deadline.ts';
import { sessions } from '../platform/db/schema/accounts.ts';
import { addBadge } from '../test/awards.ts';
import { addLeague, addLearner, resourcesOf } from '../test/leagues.ts';
import type { TestApp } from '../test/make-app.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person, signInPerson, TEST_PASSWORD } from '../test/people.ts';
import { NOT_KEPT } from '../test/standings.ts';
import { createChanges, END_EVERY_MS, LOOK_EVERY_MS, readVersion, type Version } from './changes.ts';

const api = await openTestApp();
const league = await addLeague(api.db);
const learner = await addLearner(api.db, league);

const tick = (index: number) =>
  api.call(completeResource, {
    token: learner.token,
    params: {
      resourceId: resourcesOf(league)[index]?.id ?? '',
    },
    body: {},
  });

/** Reads a stream's events one by one. */
function eventsOf(stream: ReadableStream<Uint8Array> | null) {
  const reader = (stream as ReadableStream<Uint8Array>).getReader();
  let text = '';
  return {
    async next(): Promise<LeaderboardChange | null> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end !== -1) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data) return LeaderboardChange.parse(JSON.parse(data));
          continue;
        }
        const { value, done } = await reader.read();
        if (done) return null;
        text += new TextDecoder().decode(value);
      }
    },
    leave: () => reader.cancel(),
  };
}

describe('GET /leaderboard/changes', () => {
  const open = (token: string | null) =>
    api.request('/api/leaderboard/changes', { headers: token ? { authorization: `Bearer ${token}` } : {} });

  test('LEADER-11 tells of a tick within two seconds, and the rows of that version show it', async () => {
    const response = await open(learner.token);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith('text/event-stream');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const events = eventsOf(response.body);
    const first = await events.next();
    await tick(0);
    const second = await events.next();
    expect(second?.version).not.toBe(first?.version);
    expect(second?.spreadMs).toBe(400);
    expect(LOOK_EVERY_MS + 400).toBeLessThan(2000);
    const { body } = await api.call(getLeaderboard, {
      token: learner.token,
      query: { version: second?.version ?? '', own: 'true' },
    });
    expect(body.data.leaderboard[0]).toMatchObject({ user: { id: learner.id }, resourcesCompleted: 1 });
    expect(body.data.own).toMatchObject({ rank: 1, user: { id: learner.id } });
    await events.leave();
  });

  test('LEADER-11 rows that did not change are answered 304 without them', async () => {
    const first = await api.call(getLeaderboard, { token: learner.token });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[a-z0-9]+"$/);
    const again = await api.call(getLeaderboard, { token: learner.token, headers: { 'if-none-match': tag } });
    expect([again.status, again.body]).toEqual([304, null]);
    await tick(2);
    const changed = await api.call(getLeaderboard, {
      token: learner.token,
      query: NOT_KEPT,
      headers: { 'if-none-match': tag },
    });
    expect(changed.status).toBe(200);
  });

  test('ROLE-15 signed out 401, suspended 403; an account opens six streams and no more', async () => {
    expect((await open(null)).status).toBe(401);
    const suspended = await addPerson(api.db, { status: 'SUSPENDED' });
    expect((await open(suspended.token)).status).toBe(403);
    const greedy = await addPerson(api.db);
    const opened = [];
    for (let index = 0; index < 6; index++) opened.push(await open(greedy.token));
    const refused = await open(greedy.token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await open(learner.token)).status).toBe(200);
    await opened[0]?.body?.cancel();
    expect((await open(greedy.token)).status).toBe(200);
  });
});

describe('the watcher', () => {
  const version = (text: string, oldest = 5n, next = 5n): Version => ({ version: text, oldest, next });
  let state = version('1');
  let reads = 0;
  const watch = (
    settings: Partial<Parameters<typeof createChanges>[0]> = {},
  ): ReturnType<typeof createChanges> => {
    reads = 0;
    return createChanges({
      read: async () => {
        reads++;
        return state;
      },
      findEnded: async () => new Set(),
      everyMs: 10,
      ...settings,
    });
  };
  const follower = (id: string) => ({ id, sessionId: `session-of-${id}` });

  test('LEADER-11 a thousand changes are one event a round, and one look serves all listeners', async () => {
    state = version('1');
    const changes = watch({ everyMs: 50 });
    const streams = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        eventsOf(await changes.follow(follower(`account-${index}`))),
      ),
    );
    for (const stream of streams) await stream.next();
    const readsBefore = reads;
    for (let index = 0; index < 1000; index++) state = version(`many-${index}`);
    const told = await Promise.all(streams.map((stream) => stream.next()));
    expect(new Set(told.map((event) => event?.version))).toEqual(new Set(['many-999']));
    expect(reads - readsBefore).toBeLessThanOrEqual(2);
    changes.close();
    expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual(streams.map(() => null));
  });

  test('LEADER-11 what was still being written when a change was seen is told when it is done', async () => {
    state = version('1');
    const changes = watch();
    const stream = eventsOf(await changes.follow(follower('account')));
    await stream.next();
    state = version('2', 7n, 9n);
    expect((await stream.next())?.version).toBe('2');
    state = version('2', 8n, 12n);
    await Bun.sleep(40);
    state = version('2', 9n, 12n);
    expect((await stream.next())?.version).toBe('2-9');
    state = version('3', 12n, 12n);
    expect((await stream.next())?.version).toBe('3');
    changes.close();
  });

  test('LEADER-11 nobody listening asks nothing; who left is forgotten; a full process refuses', async () => {
    const changes = watch({ inAll: 2 });
    await Bun.sleep(30);
    expect([reads, changes.current()]).toEqual([0, null]);
    const one = await changes.follow(follower('one'));
    const two = await changes.follow(follower('two'));
    expect(changes.follow(follower('three'))).rejects.toMatchObject({ status: 503 });
    await one.cancel();
    await two.cancel();
    expect([changes.size(), changes.current()]).toEqual([0, null]);
    await Bun.sleep(20);
    const readsAfter = reads;
    await Bun.sleep(40);
    expect(reads).toBe(readsAfter);
    await (await changes.follow(follower('three'))).cancel();
  });

  test('P21 twenty streams that one account opens at once, the very first ones, meet the limit as well', async () => {
    const changes = watch({ perAccount: 3 });
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => changes.follow(follower('greedy'))),
    );
    expect([changes.size(), tries.filter(({ status }) => status === 'fulfilled').length]).toEqual([3, 3]);
    changes.close();
  });

  test('LEADER-11 a stream that was asked for before the process stops does not begin after', async () => {
    const changes = watch();
    const asked = changes.follow(follower('asked'));
    changes.close();
    await expect(asked).rejects.toMatchObject({ status: 503 });
    expect(changes.size()).toBe(0);
  });

  test('P40 a stream that is ready after its call was answered takes no place', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const changes = watch({
      read: async () => {
        await held;
        return state;
      },
    });
    let late: Promise<unknown> | undefined;
    const call = withDeadline(20, () => {
      late = changes.follow(follower('late'));
      return late;
    });
    await expect(call).rejects.toMatchObject({ status: 503 });
    release();
    await expect(late).rejects.toMatchObject({ status: 503 });
    expect(changes.size()).toBe(0);
  });

  test('LEADER-11 a stream ends after its time, and a failing database ends none', async () => {
    const failures: unknown[] = [];
    let isBroken = false;
    const changes = watch({
      lifetimeMs: 60_000,
      onFailure: (error) => failures.push(error),
      read: async () => {
        if (isBroken) throw new Error('gone');
        return state;
      },
    });
    const stream = eventsOf(await changes.follow(follower('account')));
    await stream.next();
    isBroken = true;
    while (failures.length < 2) await Bun.sleep(1);
    expect(changes.size()).toBe(1);
    const aMinuteLater = performance.now() + 60_000;
    const clock = spyOn(performance, 'now').mockImplementation(() => aMinuteLater);
    expect(await stream.next()).toBeNull();
    clock.mockRestore();
    expect(changes.size()).toBe(0);
  });

  test('P17 the stream of who was suspended, signed out or deleted ends within a second; others go on', async () => {
    const [suspended, signedOut, deleted] = [
      await addPerson(api.db),
      await addPerson(api.db),
      await addPerson(api.db),
    ];
    const followers = await api.db.select({ id: sessions.userId, sessionId: sessions.id }).from(sessions);
    const changes = watch({ endEveryMs: 30, findEnded: (ids) => findEndedSessions(api.db, ids) });
    const streamOf = async ({ id }: Person) => {
      const stream = eventsOf(await changes.follow(followers.find((one) => one.id === id) ?? follower(id)));
      await stream.next();
      return stream;
    };
    const streams = await Promise.all([suspended, signedOut, deleted, learner].map(streamOf));
    await Bun.sleep(80);
    expect(changes.size()).toBe(4);
    const grand = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const body = { userId: suspended.id, newStatus: 'SUSPENDED' };
    expect((await api.call(updateUserStatus, { token: grand.token, body })).status).toBe(200);
    expect((await api.call(logout, { token: signedOut.token })).status).toBe(200);
    await api.db.delete(sessions).where(eq(sessions.userId, deleted.id));
    const ended = Promise.all(streams.slice(0, 3).map((stream) => stream.next()));
    const heard = await ended;
    const left = changes.size();
    state = version('still told');
    const told = await streams[3]?.next();
    changes.close();
    expect([heard, left, told?.version]).toEqual([[null, null, null], 1, 'still told']);
    // The client asks again within the least spread.
    expect(END_EVERY_MS + 400).toBeLessThan(1000);
  });

  test('LEADER-11 the version moves with progress, places and names', async () => {
    const before = (await readVersion(api.db)).version;
    expect((await readVersion(api.db)).version).toBe(before);
    await tick(3);
    expect((await readVersion(api.db)).version).not.toBe(before);
  });

  test('LEADER-11 the version moves with an import of resources, and of people who are ranked at once', async () => {
    const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const importFile = async (call: (typeof IMPORT_CALLS)[keyof typeof IMPORT_CALLS], csv: string) => {
      const before = (await readVersion(api.db)).version;
      const checked = await api.call(call, { token, body: { csv } });
      const { fingerprint } = checked.body.data.plan;
      const done = await api.call(call, { token, body: { csv, dryRun: false, fingerprint } });
      expect([done.status, done.body.data?.result.created]).toEqual([200, 1]);
      return (await readVersion(api.db)).version !== before;
    };
    const sectionId = league.weeks[0]?.sections[0]?.id;
    expect([
      await importFile(
        IMPORT_CALLS.resources,
        `Topic ID,League ID,Order,Title,Type,URL\n${sectionId},${league.id},99,New,BLOG,https://example.org/`,
      ),
      await importFile(IMPORT_CALLS.users, 'E-mail,Name,Status\nnewly@ranked.test,Newly Ranked,ACTIVE'),
    ]).toEqual([true, true]);
  });

  test('LEADER-11 the version moves when a former pathfinder closes the account, a topic or module changes league, a badge its name', async () => {
    const { token } = await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
    const former = await addPerson(api.db, { role: 'PATHFINDER' });
    const demote = { token, params: { userId: former.id }, body: { role: 'PIONEER' } };
    expect((await api.call(updateRoleById, demote)).status).toBe(200);
    const ranked = await signInPerson(api.db, former.id);
    const [from, to] = [await addLeague(api.db), await addLeague(api.db)];
    const badgeId = await addBadge(api.db, from.id, 'Before');
    const isMoved = async (...[call, options]: Parameters<TestApp['call']>) => {
      const before = (await readVersion(api.db)).version;
      expect((await api.call(call, options)).status).toBe(200);
      return (await readVersion(api.db)).version !== before;
    };
    const toSection = { weekId: to.weeks[0]?.id, order: 9 };
    expect([
      await isMoved(updateSection, {
        token,
        params: { id: from.weeks[0]?.sections[0]?.id ?? '' },
        body: toSection,
      }),
      await isMoved(updateWeek, {
        token,
        params: { id: from.weeks[1]?.id ?? '' },
        body: { leagueId: to.id, order: 9 },
      }),
      await isMoved(updateBadge, { token, params: { id: badgeId }, body: { name: 'After' } }),
      await isMoved(deleteOwnAccount, {
        token: ranked.token,
        body: { password: TEST_PASSWORD, confirmation: 'DELETE' },
      }),
    ]).toEqual([true, true, true, true]);
  });
});
