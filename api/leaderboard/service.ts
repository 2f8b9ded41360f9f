import { type SQL, sql } from 'drizzle-orm';
import { LEADERBOARD_DEFAULT_LIMIT, LEADERBOARD_MAX_LIMIT } from '#contract/constants.ts';
import {
  FILTERED_DEFAULT_LIMIT,
  FILTERED_MAX_LIMIT,
  LEADERBOARD_ERRORS,
  type LeaderboardRow,
  NEARBY_USERS,
} from '#contract/leaderboard.ts';
import { readPage } from '#contract/shared.ts';
import { type Database, queryRows } from '../db/client.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';
import { ApiError } from '../errors.ts';
import { neighbours, ownPlace, ownRank } from './my-rank-sql.ts';
import { firstOfRanking, percentageOf, rankingOrder, total } from './ranking-sql.ts';

/** A row as the statements send it; its rank is its place in the list. */
interface FoundRow {
  user: LeaderboardRow['user'];
  resourcesCompleted: number;
  completionPercentage: number;
  badgesEarned: number;
  enrolledCohorts: number;
  recentActivity: LeaderboardRow['recentActivity'];
}

interface FoundBoard {
  totalResources: number;
  rows: FoundRow[];
}
/** With how many learners are ranked, counted up to one more than COUNTED_EXACTLY. */
type WholeBoard = FoundBoard & { counted: number };

/** Up to here learners are counted on every call; beyond, the number may be a minute old. */
const COUNTED_EXACTLY = 1000;
const COUNT_LIFETIME_MS = 60_000;

/** The rows of `ranked` with all that is shown of each, in ranking order, as one JSON array. No e-mail address. */
function rowsJson(ranked: SQL, order: SQL): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'user', json_build_object('id', u.id, 'name', u.name, 'role', u.role),
      'resourcesCompleted', ranked.completed_resources,
      'completionPercentage', ranked.percentage,
      'badgesEarned', mine.badges_earned,
      'enrolledCohorts', (select count(distinct e.cohort_id) from enrollments e where e.user_id = u.id),
      'recentActivity', json_build_object(
        'lastCompletedResource', case when r.id is not null then json_build_object(
          'name', r.title, 'completedAt', ${isoMoment(sql`ranked.last_completed_at`)}) end,
        'lastBadgeEarned', (
          select json_build_object('name', b.name, 'earnedAt', ${isoMoment(sql`ub.earned_at`)})
          from user_badges ub join badges b on b.id = ub.badge_id where ub.user_id = u.id
          order by ub.earned_at desc, b.id limit 1))
    ) order by ${order}), '[]')
    from (${ranked}) ranked
    join users u on u.id = ranked.user_id
    join learner_stats mine on mine.user_id = ranked.user_id
    left join resources r on r.id = mine.last_completed_resource_id)`;
}

/** Up to so many enrolled are gathered and sorted; of more, the ranking is walked until enough of them are met. */
const GATHERED_MAX = 20_000;

/** Builds the readers of contract 1.15. Only ACTIVE learners are ranked (ROLE-14). */
export function createLeaderboard(db: Database, { gatheredMax = GATHERED_MAX } = {}) {
  const boards = new Map<number, ReturnType<typeof prepareBoard>>();
  const countRanked = createRankedCounter(db);
  const findOwn = prepareOwn(db);

  return {
    /** The top of the ranking, 50 rows unless asked otherwise, at most 100. */
    async getLeaderboard(query: { limit?: string | undefined }) {
      const limit = readLimit(query.limit, LEADERBOARD_DEFAULT_LIMIT, LEADERBOARD_MAX_LIMIT);
      // One statement a limit, at most 100 of them: a plan that knows its limit never reads more than it must.
      let find = boards.get(limit);
      if (!find) {
        find = prepareBoard(db, limit);
        boards.set(limit, find);
      }
      const [board] = (await find({})) as [WholeBoard];
      return {
        leaderboard: board.rows.map((row, index) => toRow(row, board.totalResources, index + 1)),
        totalUsers: await countRanked(board.counted),
        lastUpdated: new Date().toISOString(),
      };
    },

    /** The caller's own row, exact rank and neighbours; rank null and nobody near for who is not ranked. */
    async getMyRank(user: LeaderboardRow['user']) {
      const [found] = await findOwn({ userId: user.id });
      const rank = found?.rank ?? null;
      const totalResources = found?.totalResources ?? 0;
      const own = found?.own ?? { ...UNTOUCHED, user };
      const above = found?.above ?? [];
      return {
        ...toRow(own, totalResources, rank ?? 0),
        rank,
        isCurrentUser: true,
        nearbyUsers: {
          above: above.map((row, index) => toRow(row, totalResources, (rank ?? 0) - above.length + index)),
          below: (found?.below ?? []).map((row, index) =>
            toRow(row, totalResources, (rank ?? 0) + 1 + index),
          ),
        },
      };
    },

    /** The ranking among those enrolled in a league, or in any league of a specialization. Throws 404s. */
    async getFilteredLeaderboard(query: {
      league?: string | undefined;
      specialization?: string | undefined;
      limit?: string | undefined;
    }) {
      const limit = readLimit(query.limit, FILTERED_DEFAULT_LIMIT, FILTERED_MAX_LIMIT);
      const filters = { league: query.league || null, specialization: query.specialization || null, limit };
      const board = await findFiltered(db, filters, gatheredMax);
      return {
        leaderboard: board.rows.map((row, index) => toRow(row, board.totalResources, index + 1)),
        filters,
        lastUpdated: new Date().toISOString(),
      };
    },
  };
}

function readLimit(asked: string | undefined, fallback: number, most: number): number {
  return Math.min(readPage({ limit: asked }, fallback).limit ?? fallback, most);
}

const UNTOUCHED: Omit<FoundRow, 'user'> = {
  resourcesCompleted: 0,
  completionPercentage: 0,
  badgesEarned: 0,
  enrolledCohorts: 0,
  recentActivity: { lastCompletedResource: null, lastBadgeEarned: null },
};

/** A row as the wire carries it; three numbers stand twice, for either reading of the entity (ENT-52). */
function toRow(
  { user, recentActivity, ...numbers }: FoundRow,
  totalResources: number,
  rank: number,
): LeaderboardRow {
  const { resourcesCompleted, completionPercentage, badgesEarned, enrolledCohorts } = numbers;
  return {
    rank,
    user,
    stats: { resourcesCompleted, totalResources, completionPercentage, badgesEarned, enrolledCohorts },
    resourcesCompleted,
    totalResources,
    badgesEarned,
    recentActivity,
  };
}

function prepareBoard(db: Database, limit: number) {
  return prepareJson<WholeBoard>(db, `leaderboard_${limit}`, {
    json: sql`board.value`,
    from: sql`(with ${total} select json_build_object(
        'totalResources', (select resources from total),
        'counted', (select count(*) from (
          select 1 from learner_stats where is_ranked limit ${sql.raw(String(COUNTED_EXACTLY + 1))}) counted),
        'rows', ${rowsJson(firstOfRanking({ direction: 'down', limit }), rankingOrder.down)}
      ) as value) board`,
  });
}

function prepareOwn(db: Database) {
  const near = (direction: 'up' | 'down') => rowsJson(neighbours(direction, NEARBY_USERS), rankingOrder.down);
  return prepareJson<{
    totalResources: number;
    rank: number | null;
    own: FoundRow;
    above: FoundRow[];
    below: FoundRow[];
  }>(db, 'my_rank', {
    json: sql`mine.value`,
    from: sql`(with ${total}, ${ownPlace(sql`${sql.placeholder('userId')}`)}
      select json_build_object(
        'totalResources', (select resources from total),
        'rank', ${ownRank},
        'own', ${rowsJson(sql`select * from own`, sql`ranked.user_id`)} -> 0,
        'above', ${near('up')},
        'below', ${near('down')}
      ) as value from own) mine`,
  });
}

async function findFiltered(
  db: Database,
  { league, specialization, limit }: { league: string | null; specialization: string | null; limit: number },
  gatheredMax: number,
): Promise<FoundBoard> {
  const groups: SQL[] = [];
  if (league) groups.push(sql`enrollments e where e.league_id = ${league}`);
  if (specialization) {
    groups.push(sql`specialization_leagues sl join enrollments e on e.league_id = sl.league_id
      where sl.specialization_id = ${specialization}`);
  }
  const sizes = groups.map(
    (group) => sql`(select count(*) from (select 1 from ${group} limit ${gatheredMax + 1}) counted)`,
  );
  const [known] = await queryRows<{ league: boolean; specialization: boolean; enrolled: number | string }>(
    db,
    sql`select exists (select 1 from leagues where id = ${league}) as league,
      exists (select 1 from specializations where id = ${specialization}) as specialization,
      least(${gatheredMax + 1}::bigint, ${sql.join(sizes.length > 0 ? sizes : [sql`null`], sql`, `)}) as enrolled`,
  );
  if (league && !known?.league) throw new ApiError(LEADERBOARD_ERRORS.FILTER_LEAGUE_NOT_FOUND);
  if (specialization && !known?.specialization) {
    throw new ApiError(LEADERBOARD_ERRORS.FILTER_SPECIALIZATION_NOT_FOUND);
  }
  // Asked of each learner on the way down; the limit keeps it from becoming a join over everybody.
  const isMember = sql.join(
    [
      sql`true`,
      ...groups.map((group) => sql`(select true from ${group} and e.user_id = ls.user_id limit 1)`),
    ],
    sql` and `,
  );
  const ranked =
    Number(known?.enrolled ?? 0) > gatheredMax
      ? firstOfRanking({ direction: 'down', limit, within: isMember })
      : sql`
        select ranked.* from (
          select ls.user_id, ls.completed_resources, ls.last_completed_at,
            ${percentageOf(sql`ls.completed_resources`)} as percentage
          from total, (
            ${sql.join(
              groups.map((group) => sql`select distinct e.user_id from ${group}`),
              sql` intersect `,
            )}
          ) member join learner_stats ls on ls.user_id = member.user_id
          where ls.is_ranked
        ) ranked order by ${rankingOrder.down} limit ${limit}`;
  const [board] = await queryRows<FoundBoard>(
    db,
    sql`with ${total} select (select resources from total) as "totalResources",
      ${rowsJson(ranked, rankingOrder.down)} as rows`,
  );
  return board as FoundBoard;
}

/**
 * How many are ranked, without counting a million rows a call: exact while few, then counted once a minute, in the
 * background after the first time.
 */
function createRankedCounter(db: Database) {
  let known: { count: number; at: number } | null = null;
  let running: Promise<number> | null = null;
  const recount = () => {
    running ??= queryRows<{ count: number | string }>(
      db,
      sql`select count(*) as count from learner_stats where is_ranked`,
    )
      .then(([row]) => {
        known = { count: Number(row?.count ?? 0), at: performance.now() };
        return known.count;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  return async (counted: number): Promise<number> => {
    if (counted <= COUNTED_EXACTLY) return counted;
    if (!known) return recount();
    // A count that fails leaves the old number; the next call tries again.
    if (performance.now() - known.at > COUNT_LIFETIME_MS) recount().catch(() => {});
    return known.count;
  };
}
