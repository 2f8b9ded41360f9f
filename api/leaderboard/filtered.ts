import { type SQL, sql } from 'drizzle-orm';
import { FILTERED_DEFAULT_LIMIT, FILTERED_MAX_LIMIT, LEADERBOARD_ERRORS } from '#contract/leaderboard.ts';
import { readPage } from '#contract/shared.ts';
import { type Database, queryRows } from '../db/client.ts';
import { ApiError } from '../errors/api-error.ts';
import { firstOfRanking, percentageOf, rankingOrder, standingColumns, total } from './ranking-sql.ts';
import { type FoundBoard, rowsJson, toRow } from './rows-json.ts';

interface Query {
  league?: string | undefined;
  specialization?: string | undefined;
  limit?: string | undefined;
}

/** Builds the reader of the ranking among those enrolled in a league, or in any league of a specialization. */
export function createFilteredLeaderboard(db: Database, gatheredMax: number) {
  /** Throws FILTER_LEAGUE_NOT_FOUND, FILTER_SPECIALIZATION_NOT_FOUND. */
  return async function getFilteredLeaderboard(query: Query) {
    const { limit: asked } = readPage({ limit: query.limit ?? '' }, FILTERED_DEFAULT_LIMIT);
    const limit = Math.min(asked ?? FILTERED_DEFAULT_LIMIT, FILTERED_MAX_LIMIT);
    const filters = { league: query.league || null, specialization: query.specialization || null, limit };
    const board = await findFiltered(db, filters, gatheredMax);
    return {
      leaderboard: board.rows.map((row, index) => toRow(row, board.totalResources, index + 1, 'league')),
      filters,
      lastUpdated: new Date().toISOString(),
    };
  };
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
      ? firstOfRanking({ limit, within: isMember })
      : sql`
        select ranked.* from (
          select ${standingColumns},
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
