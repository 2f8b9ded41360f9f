import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { indexOrder, total } from './ranking-sql.ts';

/** Where somebody stands: what the ranking sorts by. `at` as `exactMoment` writes it; null without a tick. */
export interface Standing {
  userId: string;
  count: number;
  at: string | null;
}

/** One entry of the index and how many stand before it in index order. */
interface Mark {
  at: string | null;
  userId: string;
  before: number;
}

interface Marks {
  totalResources: number;
  ranked: number;
  /** By count, highest first; the first mark of a count is its first entry. */
  counts: { count: number; marks: Mark[] }[];
  takenAt: number;
}

/** A moment to the microsecond in UTC, as text that sorts like the moments themselves. */
export function exactMoment(column: SQL): SQL {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

const SPACING = 500;
const LIFETIME_MS = 60_000;

/**
 * Ranks in a board too large to be counted through on every call. Once a minute one pass over the index notes every
 * 500th entry and the first one of each count; a rank is the number at the nearest note before it plus the few entries
 * in between, which are counted. So a place may be off by what moved within the last minute, and costs the same at the
 * end of the board as at its top.
 */
export function createRankMarks(db: Database, { spacing = SPACING, lifetimeMs = LIFETIME_MS } = {}) {
  let known: Marks | null = null;
  let running: Promise<Marks> | null = null;

  const take = () => {
    running ??= takeMarks(db, spacing)
      .then((marks) => {
        known = marks;
        return marks;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };

  /** Ranks from 1, in the order of the standings. */
  return async function rankOf(standings: readonly Standing[]): Promise<number[]> {
    if (standings.length === 0) return [];
    const isStale = known !== null && performance.now() - known.takenAt > lifetimeMs;
    if (isStale) take().catch(() => {});
    const marks = known ?? (await take());
    const bases = standings.map((standing) => findBase(marks, standing));
    const between = await countBetween(
      db,
      bases.flatMap(({ near }, index) =>
        near.map((mark) => ({ index, mark, own: standings[index] as Standing })),
      ),
    );
    return bases.map(({ before }, index) => 1 + before + (between.get(index) ?? 0));
  };
}

async function takeMarks(db: Database, spacing: number): Promise<Marks> {
  const rows = await queryRows<{ count: number; at: string | null; id: string; n: number | string }>(
    db,
    sql`select count, ${exactMoment(sql`at`)} as at, id, n from (
        select ls.completed_resources as count, ls.last_completed_at as at, ls.user_id as id,
          row_number() over ranking as n, lag(ls.completed_resources) over ranking as previous
        from learner_stats ls where ls.is_ranked
        window ranking as (order by ${indexOrder.down})
      ) entry where n % ${sql.raw(String(spacing))} = 0 or previous is distinct from count order by n`,
  );
  const [sums] = await queryRows<{ resources: number; ranked: number | string }>(
    db,
    sql`with ${total} select resources, (select count(*) from learner_stats where is_ranked) as ranked from total`,
  );
  const counts: Marks['counts'] = [];
  for (const { count, at, id, n } of rows) {
    let last = counts.at(-1);
    if (last?.count !== count) {
      last = { count, marks: [] };
      counts.push(last);
    }
    last.marks.push({ at, userId: id, before: Number(n) - 1 });
  }
  return {
    totalResources: sums?.resources ?? 0,
    ranked: Number(sums?.ranked ?? 0),
    counts,
    takenAt: performance.now(),
  };
}

interface Base {
  /** Learners known to stand before. */
  before: number;
  /** Where counting goes on, one mark a count of the band. */
  near: { count: number; mark: Mark }[];
}

function findBase({ counts, totalResources, ranked }: Marks, standing: Standing): Base {
  const percentage = toWhole(standing.count, totalResources);
  const start = counts.findIndex(({ count }) => toWhole(count, totalResources) <= percentage);
  const base: Base = { before: start === -1 ? ranked : (counts[start]?.marks[0]?.before ?? 0), near: [] };
  for (let index = Math.max(start, 0); index < counts.length; index++) {
    const { count, marks } = counts[index] as Marks['counts'][number];
    if (start === -1 || toWhole(count, totalResources) !== percentage) break;
    const mark = marks.findLast((candidate) => isBefore(candidate, standing));
    // Nobody of this count stood before.
    if (!mark) continue;
    base.before += mark.before - (marks[0]?.before ?? 0);
    base.near.push({ count, mark });
  }
  return base;
}

/** The order inside one percentage: latest first, those without a tick last, then by id. */
function isBefore(one: { at: string | null; userId: string }, other: Standing): boolean {
  if (one.at === other.at) return one.userId < other.userId;
  if (one.at === null || other.at === null) return other.at === null;
  return one.at > other.at;
}

/** The whole percentage of the ranking, worked out as in `percentageOf`. */
function toWhole(count: number, totalResources: number): number {
  return totalResources === 0 ? 0 : Math.floor((200 * count + totalResources) / (2 * totalResources));
}

/** How many entries of the index lie from each mark on, itself included, up to each standing; sums by index. */
async function countBetween(
  db: Database,
  spans: { index: number; mark: Base['near'][number]; own: Standing }[],
): Promise<Map<number, number>> {
  const sums = new Map<number, number>();
  if (spans.length === 0) return sums;
  const asked = JSON.stringify(
    spans.map(({ index, mark: { count, mark }, own }) => ({
      index,
      count,
      mark_at: mark.at,
      mark_id: mark.userId,
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
  for (const { index, n } of rows) sums.set(index, (sums.get(index) ?? 0) + Number(n));
  return sums;
}
