import { type SQL, sql } from 'drizzle-orm';

/**
 * The ranking (docs/api.md 1.15): share of all resources completed, exact and descending, then the most recent
 * completion, those without one last, then the account id.
 *
 * All shares are of the same whole, so the count alone orders them, and the index has the very order of the ranking: the
 * first K are its first K entries, however many learners there are. The percentage is only shown, rounded.
 */

/** All resources of the system; the whole of every percentage. */
export const total = sql`total as materialized (
  select coalesce(sum(resources_count), 0)::int as resources from leagues
)`;

/** The same of one league, for a ranking among its learners. */
const totalOfLeague = (league: string) => sql`total as materialized (
  select resources_count as resources from leagues where id = ${league}
)`;

/** The whole of every percentage of a listing: all resources, or those of a league. */
export const totalOf = (league: string | null): SQL => (league === null ? total : totalOfLeague(league));

/** The standing of a learner `ls` in a league; their row `lp` of it may be missing. */
const leagueColumns = sql`ls.user_id, coalesce(lp.completed_resources, 0) as completed_resources,
  lp.last_completed_at, ls.badges_earned, lp.last_completed_resource_id`;

/** The standings in a league of those enrolled who are ranked, in no order, with percentage. Reads `total`. */
export function standingsIn(league: string): SQL {
  return sql`
    select standing.*, ${percentageOf(sql`standing.completed_resources`)} as percentage
    from total, (
      select ${leagueColumns}
      from (select distinct user_id from enrollments where league_id = ${league}) member
      join learner_stats ls on ls.user_id = member.user_id
      left join league_progress lp on lp.user_id = ls.user_id and lp.league_id = ${league}
      where ls.is_ranked
    ) standing`;
}

/** What a walk down a league's index shows of `lp`, with `ls` as `listedIn` has it. */
const walkedColumns = sql`lp.user_id, lp.completed_resources, lp.last_completed_at, ls.badges_earned,
  lp.last_completed_resource_id`;

/**
 * The records of a league with `ls`, what the ranking knows of their learner: of those who are ranked and enrolled. The
 * limits keep what is asked of each on the way from becoming joins over everybody.
 */
const listedIn = (league: string, within: SQL) => sql`league_progress lp
  cross join lateral (
    select badges_earned from learner_stats where user_id = lp.user_id and is_ranked limit 1) ls
  where lp.league_id = ${league} and ${within}
    and (select true from enrollments e where e.league_id = ${league} and e.user_id = lp.user_id limit 1)`;

/** The first rows of the same, walked down the index of the league, for one too large to gather. Reads `total`. */
export function firstOfLeague(league: string, limit: number): SQL {
  return sql`
    select standing.*, ${percentageOf(sql`standing.completed_resources`)} as percentage
    from total, (
      select ${walkedColumns} from ${listedIn(league, sql`true`)}
      order by lp.completed_resources desc, ${momentsOf('lp')} limit ${sql.raw(String(limit))}
    ) standing`;
}

/** The same from an entry on, itself included, without percentage. */
export function leagueFrom(league: string, entry: RankingEntry, limit: number): SQL {
  return unionFrom(
    'lp',
    entry,
    limit,
    (within) => sql`select ${walkedColumns} from ${listedIn(league, within)}`,
  );
}

/** The standing in a league of one learner, as `standingsIn`. Reads `total`. */
export function standingIn(league: string, userId: string): SQL {
  return sql`
    select ${leagueColumns}, ${percentageOf(sql`coalesce(lp.completed_resources, 0)`)} as percentage
    from total, learner_stats ls
    left join league_progress lp on lp.user_id = ls.user_id and lp.league_id = ${league}
    where ls.user_id = ${userId}`;
}

/** round(100 × count / resources), half up, in whole numbers; 0 without resources. Reads `total`. */
export function percentageOf(count: SQL): SQL {
  return sql`(case when total.resources = 0 then 0
    else (200 * ${count}::bigint + total.resources) / (2 * total.resources) end)::int`;
}

interface Slice {
  /** How many at most; a number of ours, written into the statement so that the plan can count on it. */
  limit: number;
  /** Condition on `ls` that every row must meet, such as `ls.completed_resources > 3`. */
  within?: SQL;
}

/** All the index holds of `ls`, so that a ranking reads nothing but the index. */
export const standingColumns = sql`ls.user_id, ls.completed_resources, ls.last_completed_at, ls.badges_earned,
  ls.last_completed_resource_id`;

/** The order of the ranking and of the index, over learners named `ls`, forwards or backwards. */
export const indexOrder = {
  down: sql`ls.completed_resources desc, ls.last_completed_at desc nulls last, ls.user_id`,
  up: sql`ls.completed_resources, ls.last_completed_at nulls first, ls.user_id desc`,
} as const;

/** The same inside one count, of records of either name. */
const momentsOf = (name: 'ls' | 'lp') =>
  sql.raw(`${name}.last_completed_at desc nulls last, ${name}.user_id`);

export const momentOrder = {
  down: momentsOf('ls'),
  up: sql`ls.last_completed_at nulls first, ls.user_id desc`,
} as const;

/** The same over rows named `ranked`. */
export const rankingOrder = {
  down: sql`ranked.completed_resources desc, ranked.last_completed_at desc nulls last, ranked.user_id`,
  up: sql`ranked.completed_resources, ranked.last_completed_at nulls first, ranked.user_id desc`,
} as const;

/**
 * The first rows of the ranking as a query with the columns of a standing and percentage, in no order. Reads `total`.
 */
export function firstOfRanking({ limit, within = sql`true` }: Slice): SQL {
  return sql`
    select nearest.*, ${percentageOf(sql`nearest.completed_resources`)} as percentage
    from total, (
      select ${standingColumns} from learner_stats ls where ls.is_ranked and ${within}
      order by ${indexOrder.down} limit ${sql.raw(String(limit))}
    ) nearest`;
}

/** What the ranking sorts by. */
interface RankingEntry {
  count: number;
  at: string | null;
  userId: string;
}

/** The first rows of the ranking from an entry on, itself included, with the columns of a standing. */
export function rankingFrom(entry: RankingEntry, limit: number): SQL {
  return unionFrom(
    'ls',
    entry,
    limit,
    (within) => sql`select ${standingColumns} from learner_stats ls where ls.is_ranked and ${within}`,
  );
}

/** The first rows from an entry on: each part of what comes after it is a range of the index of its own. */
function unionFrom(name: 'ls' | 'lp', entry: RankingEntry, limit: number, select: (within: SQL) => SQL): SQL {
  const size = sql.raw(String(limit));
  const column = (its: string) => sql.raw(`${name}.${its}`);
  const isSame = sql`${column('completed_resources')} = ${entry.count}::int`;
  const at = column('last_completed_at');
  const moment = sql`${entry.at}::timestamptz`;
  const isFrom = sql`${column('user_id')} >= ${entry.userId}`;
  const ranges =
    entry.at === null
      ? [sql`${isSame} and ${at} is null and ${isFrom}`]
      : [
          sql`${isSame} and ${at} = ${moment} and ${isFrom}`,
          sql`${isSame} and ${at} < ${moment}`,
          sql`${isSame} and ${at} is null`,
        ];
  const count = column('completed_resources');
  const parts = [
    ...ranges.map((range) => sql`(${select(range)} order by ${momentsOf(name)} limit ${size})`),
    sql`(${select(sql`${count} < ${entry.count}::int`)} order by ${count} desc, ${momentsOf(name)} limit ${size})`,
  ];
  return sql`select ranked.* from (${sql.join(parts, sql` union all `)}) ranked
    order by ${rankingOrder.down} limit ${size}`;
}
