import { afterEach, expect, spyOn, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { startJobs } from '../../jobs.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson } from '../../test/people.ts';
import { createLog } from '../process/log.ts';
import { queryRows } from './client.ts';
import { findClockProblem, readClockOffset } from './clock-check.ts';

const api = await openTestApp();

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Something that was entered so many days from now. */
const enter = (days: number) =>
  api.owner.execute(
    sql`insert into audit_log (action, created_at) values ('USER_APPROVED', now() + ${days} * interval '1 day')`,
  );

test('F13 a clock that is a year behind or ahead of what was written is doubted, an ordinary pause is not', async () => {
  const doubt = () => findClockProblem(api.db);
  expect(await doubt()).toBeNull();
  for (const days of [-0.1, -100, 0.01]) {
    await enter(days);
    expect(await doubt()).toBeNull();
  }
  const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
  await enter(365);
  expect(await doubt()).toMatch(
    new RegExp(
      `^The clock says ${moment}, and the newest entry is of ${moment}, later than that: it is behind, or was ahead then$`,
    ),
  );
  await enter(-365);
  expect(await doubt()).toMatch(
    new RegExp(
      `^The clock says ${moment}, and the newest entry is of ${moment}: it is ahead, unless nobody was here for 36[45] days$`,
    ),
  );
  expect(Math.abs(await readClockOffset(api.db))).toBeLessThan(60_000);
});

test('F13 P59 while the clock is doubted, nothing is deleted by it', async () => {
  const { id } = await addPerson(api.db, { role: 'PATHFINDER', status: 'SUSPENDED' });
  await addPerson(api.db, { role: 'GRAND_PATHFINDER' });
  await api.db.execute(sql`update users set closed_at = now() - interval '8 days' where id = ${id}`);
  const isThere = async () =>
    (await queryRows(api.db, sql`select 1 from users where id = ${id}`)).length === 1;
  const timers = spyOn(globalThis, 'setInterval');
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'clock-check-'));
  stops.push(
    () => timers.mockRestore(),
    () => rm(DATA_DIR, { recursive: true }),
  );
  const config = { ...api.config, DATA_DIR };
  const sweep = async (isClockWrong: boolean) => {
    timers.mockClear();
    const background = startJobs({ ...api, config, log: createLog('silent') }, api.kind, { isClockWrong });
    const [callback] = timers.mock.calls.find(([, ms]) => ms === 600_000) ?? [];
    (callback as () => void)();
    await background.stop();
  };
  await sweep(true);
  expect(await isThere()).toBe(true);
  await sweep(false);
  expect(await isThere()).toBe(false);
});
