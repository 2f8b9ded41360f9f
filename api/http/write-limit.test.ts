import { expect, test } from 'bun:test';
import { getMyRank } from '#contract/leaderboard.ts';
import { completeResource, saveNote } from '#contract/resource-progress.ts';
import { progressEvents } from '../db/schema/learning.ts';
import { addLeague, enroll } from '../test/leagues.ts';
import { makeApp } from '../test/make-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { createWriteLimit, LEARNER_WRITES_MAX } from './write-limit.ts';

test('F12 P22 a learner who floods is told to wait and writes nothing more; others and reads go on', async () => {
  const api = await makeApp({ RATE_LIMIT_SCALE: '0.001' });
  const league = await addLeague(api.db);
  const [flooder, neighbour] = [await addPerson(api.db), await addPerson(api.db)];
  for (const { id } of [flooder, neighbour]) await enroll(api.db, id, league);
  const params = { resourceId: league.weeks[0]?.sections[0]?.resources[0]?.id ?? '' };
  const write = ({ token }: Person, text: string) =>
    api.call(saveNote, { token, params, body: { personalNote: text } });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => write(flooder, `note ${index}`)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(14);
  expect(refused[0]?.body).toMatchObject({
    success: false,
    error: 'Too Many Requests',
    code: 'TOO_MANY_REQUESTS',
  });
  const seconds = Number(refused[0]?.headers.get('retry-after'));
  expect([seconds > 0, seconds <= 600, seconds]).toEqual([true, true, refused[0]?.body.retryAfter]);
  expect(await api.db.$count(progressEvents)).toBe(6);
  // One limit for all that a learner writes.
  const tick = { token: flooder.token, params, body: {} };
  expect((await api.call(completeResource, tick)).status).toBe(429);
  expect((await api.call(getMyRank, { token: flooder.token })).status).toBe(200);
  expect((await write(neighbour, 'mine')).status).toBe(200);
  await api.close();
});

test('a thousand kept actions that six devices send at once are no flood', () => {
  const take = createWriteLimit(1);
  for (let count = 0; count < LEARNER_WRITES_MAX; count++) take('learner');
  expect(LEARNER_WRITES_MAX).toBeGreaterThanOrEqual(6 * 1000);
  expect(() => take('learner')).toThrow();
  expect(() => take('another')).not.toThrow();
});
