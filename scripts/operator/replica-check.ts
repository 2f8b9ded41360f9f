import { sql } from 'drizzle-orm';
import { type Database, type OpenDatabase, queryRows } from '#api/db/client.ts';
import { describeRoom, ROOM_ADVICE, readConnectionRoom } from '#api/db/connection-room.ts';
import { toBytes } from '#api/db/log-position.ts';
import { openServer } from '#api/db/open.ts';
import { findProblem, inTime, readCopy, readOrigin } from '#api/db/replica.ts';
import type { Config } from '#api/process/env.ts';
import { type Found, fail, ok, warn } from './finding.ts';

const PATIENCE_MS = 2000;
const ANSWER_MS = 5000;
const MEGABYTE = 1024 ** 2;
const BEHIND_BYTES = 64 * MEGABYTE;
/** Lists compare times with the clock of the server that answers. */
const CLOCK_DUE_MS = 2000;

const SECTION = 'docs/operations.md, "A replica for reads".';

/** Whether the server of DATABASE_REPLICA_URL can answer reads of the primary, how far it is behind, and how it is set. */
export async function checkReplica(
  { db }: OpenDatabase,
  url: string,
  config: Config,
  processes: number,
): Promise<Found> {
  let replica: OpenDatabase;
  try {
    const one = { ...config, DATABASE_POOL_SIZE: 1 };
    replica = await openServer('DATABASE_REPLICA_URL', url, one, { patienceMs: PATIENCE_MS });
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return fail(message, `Reads go to the primary until it is back: ${SECTION}`);
  }
  try {
    return await inTime(
      look(db, replica.db, { processes, poolSize: config.DATABASE_POOL_SIZE + 1 }),
      ANSWER_MS,
    );
  } finally {
    await replica.close();
  }
}

async function look(
  primary: Database,
  replica: Database,
  pools: Parameters<typeof readConnectionRoom>[1],
): Promise<Found> {
  const [origin, copy, ours, theirs] = await Promise.all([
    readOrigin(primary),
    readCopy(replica),
    readServer(primary),
    readServer(replica),
  ]);
  if (!origin) return fail('DATABASE_URL leads to a standby, which takes no writes', SECTION);
  const problem = findProblem(copy, origin);
  if (problem)
    return fail(
      problem,
      `DATABASE_REPLICA_URL leads to the wrong server, or it has to be made again: ${SECTION}`,
    );
  const bytes = Math.max(0, Number(toBytes(origin.place) - toBytes(copy.place)));
  const found = `It follows the primary, ${(bytes / MEGABYTE).toFixed(1)} MB behind`;
  if (bytes > BEHIND_BYTES) return warn(found, `Reads go to the primary meanwhile: ${SECTION}`);
  const seconds = Math.abs(ours.clockMs - theirs.clockMs) / 1000;
  if (seconds * 1000 > CLOCK_DUE_MS)
    return warn(
      `${found}; its clock is ${seconds.toFixed(1)} s off`,
      'Let both keep time: timedatectl set-ntp true.',
    );
  const room = await readConnectionRoom(replica, pools);
  if (room.missing > 0) return warn(`${found}; ${describeRoom(room)}`, ROOM_ADVICE);
  return theirs.feedback
    ? ok(found)
    : warn(`${found}; reads may be cancelled there`, 'Set hot_standby_feedback = on there, and reload.');
}

async function readServer(db: Database): Promise<{ feedback: boolean; clockMs: number }> {
  const [row] = await queryRows<{ feedback: boolean; clock: string }>(
    db,
    sql`select current_setting('hot_standby_feedback')::boolean as feedback,
      extract(epoch from clock_timestamp()) * 1000 as clock`,
  );
  return { feedback: row?.feedback === true, clockMs: Number(row?.clock) };
}
