import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { indexOrder } from './ranking-sql.ts';
import { createRefreshed } from './refreshed.ts';

/** Where somebody stands: what the ranking sorts by. `at` as `exactMoment` writes it; null without a tick. */
export interface Standing {
  userId: string;
  count: number;
  at: string | null;
}

/** One entry of the index and how many stand before it in index order. */
interface Checkpoint {
  at: string | null;
  userId: string;
  before: number;
}

interface Checkpoints {
  ranked: number;
  /** By count, highest first; the first checkpoint of a count is its first entry. */
  counts: { count: number; checkpoints: Checkpoint[] }[];
}

/** A moment to the microsecond in UTC, as text that sorts like the moments themselves. */
export function exactMoment(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const SPACING = 200;

/**
 * Ranks in a board too large to be counted through on every call. Once a minute one pass over the index records every
 * 200th entry and the first one of each count; a rank is the number at the nearest checkpoint before it plus the few entries
 * in between, which are counted. So a place may be off by what moved within the last minute, and costs the same at the
 * end of the board as at its top.
 */
export function createRankCheckpoints(db: Database, { spacing = SPACING } = {}) {
  const kept = createRefreshed(db, (tx) => readCheckpoints(tx, spacing));

  /** Ranks from 1, in the order of the standings. */
  async function rankOf(standings: readonly Standing[]): Promise<number[]> {
    if (standings.length === 0) return [];
    const checkpoints = await kept.get();
    const bases = standings.map((standing) => findBase(checkpoints, standing));
    const between = await countBetween(
      db,
      bases.flatMap(({ checkpoint }, index) =>
        checkpoint ? [{ index, checkpoint, own: standings[index] as Standing }] : [],
      ),
    );
    return bases.map(({ before }, index) => 1 + before + (between.get(index) ?? 0));
  }

  return {
    rankOf,
    warm: kept.get,
    /** Whether there are checkpoints yet; where there are none they are taken, for who comes later. */
    isReady: () => kept.current() !== null,
    /** The last checkpoint that so many stand before, or fewer; null where there is none yet. */
    findBefore(rows: number): Entry | null {
      let nearest: Entry | null = null;
      for (const { count, checkpoints } of kept.current()?.counts ?? []) {
        for (const entry of checkpoints) {
          if (entry.before > rows) return nearest;
          nearest = { ...entry, count };
        }
      }
      return nearest;
    },
  };
}

/** A checkpoint with what the ranking sorts by. */
export type Entry = Checkpoint & Standing;

async function readCheckpoints(db: Database, spacing: number): Promise<Checkpoints> {
  const rows = await queryRows<{ count: number; at: string | null; id: string; n: number | string }>(
    db,
    sql`select count, ${exactMoment(sql`at`)} as at, id, n from (
        select ls.completed_resources as count, ls.last_completed_at as at, ls.user_id as id,
          row_number() over ranking as n, lag(ls.completed_resources) over ranking as previous
        from learner_stats ls where ls.is_ranked
        window ranking as (order by ${indexOrder.down})
      ) entry where n % ${sql.raw(String(spacing))} = 0 or previous is distinct from count order by n`,
  );
  const [sums] = await queryRows<{ ranked: number | string }>(
    db,
    sql`select count(*) as ranked from learner_stats where is_ranked`,
  );
  const counts: Checkpoints['counts'] = [];
  for (const { count, at, id, n } of rows) {
    let last = counts.at(-1);
    if (last?.count !== count) {
      last = { count, checkpoints: [] };
      counts.push(last);
    }
    last.checkpoints.push({ at, userId: id, before: Number(n) - 1 });
  }
  return {
    ranked: Number(sums?.ranked ?? 0),
    counts,
  };
}

interface Base {
  /** Learners known to stand before. */
  before: number;
  /** Where counting goes on; null where nobody of the same count stood before. */
  checkpoint: Checkpoint | null;
}

function findBase({ counts, ranked }: Checkpoints, standing: Standing): Base {
  const own = counts.find(({ count }) => count <= standing.count);
  const first = own?.checkpoints[0]?.before ?? ranked;
  if (own?.count !== standing.count) return { before: first, checkpoint: null };
  const checkpoint = own.checkpoints.findLast((candidate) => isBefore(candidate, standing));
  return checkpoint ? { before: checkpoint.before, checkpoint } : { before: first, checkpoint: null };
}

/** The order inside one count: latest first, those without a tick last, then by id. */
export function isBefore(one: { at: string | null; userId: string }, other: Standing): boolean {
  if (one.at === other.at) return one.userId < other.userId;
  if (one.at === null || other.at === null) return other.at === null;
  return one.at > other.at;
}

/** How many entries of the index lie from each checkpoint on, itself included, up to each standing, by index. */
async function countBetween(
  db: Database,
  spans: { index: number; checkpoint: Checkpoint; own: Standing }[],
): Promise<Map<number, number>> {
  if (spans.length === 0) return new Map();
  const asked = JSON.stringify(
    spans.map(({ index, checkpoint, own }) => ({
      index,
      count: own.count,
      mark_at: checkpoint.at,
      mark_id: checkpoint.userId,
      own_at: own.at,
      own_id: own.userId,
    })),
  );
  const rows = await queryRows<{ index: number; n: number | string }>(
    db,
    sql`select span.index, dated.n + undated.n as n
      from json_to_recordset(${asked}::json) as span(
        index int, count int, mark_at timestamptz, mark_id text, own_at timestamptz, own_id text)
      cross join lateral (
        select count(*) as n from learner_stats ls
        where ls.is_ranked and ls.completed_resources = span.count
          and ls.last_completed_at <= span.mark_at
          and ls.last_completed_at >= coalesce(span.own_at, '-infinity')
          and (ls.last_completed_at < span.mark_at or ls.user_id >= span.mark_id)
          and (span.own_at is null or ls.last_completed_at > span.own_at or ls.user_id < span.own_id)
      ) dated
      cross join lateral (
        select count(*) as n from learner_stats ls
        where span.own_at is null and ls.is_ranked and ls.completed_resources = span.count
          and ls.last_completed_at is null and ls.user_id < span.own_id
          and ls.user_id >= case when span.mark_at is null then span.mark_id else '' end
      ) undated`,
  );
  return new Map(rows.map(({ index, n }) => [index, Number(n)]));
}
