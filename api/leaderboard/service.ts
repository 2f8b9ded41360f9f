import { type SQL, sql } from 'drizzle-orm';
import { LEADERBOARD_DEFAULT_LIMIT, LEADERBOARD_MAX_LIMIT } from '#contract/constants.ts';
import {
  LEADERBOARD_DEPTH,
  LEADERBOARD_ERRORS,
  type LeaderboardData,
  type LeaderboardQuery,
  type LeaderboardRow,
  type OwnStanding,
} from '#contract/leaderboard.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import { type Database, queryRows } from '../db/client.ts';
import { prepareJson } from '../db/prepared-json.ts';
import { snapshotVersion } from '../db/shared-readings.ts';
import { ApiError } from '../errors/api-error.ts';
import { COUNTED_MAX, countedRanked, createRankedCounter, createSizeCheck } from './count-ranked.ts';
import { createFilteredLeaderboard } from './filtered.ts';
import { createLeagueCheckpoints } from './league-checkpoints.ts';
import { createOwnPlace } from './own-place.ts';
import { createRankCheckpoints, exactMoment, type Standing } from './rank-checkpoints.ts';
import { firstOfRanking, rankingOrder, standingIn, total, totalOf } from './ranking-sql.ts';
import { type FoundBoard, type FoundRow, rowsJson, toRow } from './rows-json.ts';
import { GATHERED_MAX, selectStandings, toWords, WALKED_MAX, walkDown, walkFrom } from './selection.ts';
import { createTopNames } from './top-names.ts';

/** With how many learners are ranked, counted up to one more than COUNTED_EXACTLY, and the `snapshotVersion`. */
type WholeBoard = FoundBoard & { counted: number; snapshot: string };

interface Options {
  /** Of the product, for the week that movement is counted from. */
  timeZone: string;
  /** Members of a league, or learners at all, that are gathered and sorted; of more, the ranking is walked. */
  gatheredMax?: number;
  /** Distance of the checkpoints that ranks of large boards are counted from. */
  spacing?: number;
  /** Rows down to which the whole ranking is walked from its top, however large the board is. */
  walkedMax?: number;
}

export type Listing = Omit<LeaderboardData, 'own' | 'lastUpdated' | 'version'> & {
  ownRank: number | null;
  /** The `snapshotVersion` of its rows. */
  snapshot: string;
};

/** Builds the readers of docs/api.md 1.15. Only ACTIVE learners are ranked (ROLE-14). */
export function createLeaderboard(
  db: Database,
  { timeZone, gatheredMax = GATHERED_MAX, spacing, walkedMax = WALKED_MAX }: Options,
) {
  const boards = new Map<number, ReturnType<typeof prepareBoard>>();
  const countRanked = createRankedCounter(db);
  const isLarge = createSizeCheck(db, gatheredMax);
  const isCheckpointed = createSizeCheck(db, Math.min(COUNTED_MAX, gatheredMax));
  const distance = spacing === undefined ? {} : { spacing };
  const checkpoints = createRankCheckpoints(db, distance);
  const leagueCheckpoints = createLeagueCheckpoints(db, distance);
  const topNames = createTopNames(db, gatheredMax);
  const { getMyRank, getOwnStanding } = createOwnPlace(db, isCheckpointed, checkpoints, timeZone);

  /** The top of the ranking in one prepared statement. */
  async function listTop(limit: number): Promise<Listing> {
    // One statement a limit, at most 100 of them: a plan that knows its limit never reads more than it must.
    let find = boards.get(limit);
    if (!find) {
      find = prepareBoard(db, limit, timeZone);
      boards.set(limit, find);
    }
    const [board] = (await find({})) as [WholeBoard];
    const totalUsers = await countRanked(board.counted);
    return {
      leaderboard: board.rows.map((row, index) => toRow(row, board.totalResources, index + 1)),
      totalUsers,
      pagination: toPagination({ page: 1, limit }, Math.min(totalUsers, LEADERBOARD_DEPTH)),
      isCut: totalUsers > LEADERBOARD_DEPTH,
      place: 'everybody',
      ownRank: null,
      snapshot: board.snapshot,
    };
  }

  /**
   * The rows of the whole ranking down to the last one of a page; far down a large board from the checkpoint before the
   * page, so that what is read does not grow with the page's number. Nothing beyond the end of the list.
   */
  async function findRows({ page, limit }: { page: number; limit: number }): Promise<SQL> {
    const lastRow = page * limit;
    if (lastRow > LEADERBOARD_DEPTH) return sql`${walkDown(1)} limit 0`;
    const isFar = lastRow > walkedMax && (await isCheckpointed());
    const entry = isFar ? checkpoints.findBefore(lastRow - limit) : null;
    return entry ? walkFrom(entry, lastRow - entry.before) : walkDown(lastRow);
  }

  async function listPart(
    { league, words }: { league: string | null; words: string[] | null },
    { page, limit }: { page: number; limit: number },
    userId: string | null,
  ): Promise<Listing> {
    const lastRow = page * limit;
    const isWhole = !league && words === null;
    const selection = isWhole
      ? null
      : await selectStandings(
          db,
          { league, words },
          {
            isLarge: await isLarge(league),
            gatheredMax,
            walkedMax,
            firstRow: lastRow - limit,
            lastRow,
            leagueCheckpoints,
            topNames,
          },
        );
    const numbersOf = selection?.numbersOf ?? null;
    const isBeyond = lastRow > LEADERBOARD_DEPTH;
    const candidates = selection?.candidates ?? (await findRows({ page, limit }));
    // Where a search or a league decides who is listed, the place in the list says which are shown; else the rank does.
    const ofPage = isWhole
      ? sql`where ranked.rank > ${lastRow - limit} order by ${rankingOrder.down} limit ${limit}`
      : sql`order by ${rankingOrder.down} offset ${lastRow - limit - (selection?.skipped ?? 0)}
          limit ${isBeyond ? 0 : limit}`;
    const [board] = await queryRows<
      Omit<WholeBoard, 'totalResources'> & {
        totalResources: number | null;
        found: number;
        ownRank: number | string | null;
        unplaced: Standing[] | null;
      }
    >(
      db,
      sql`with ${totalOf(numbersOf)}, placed as materialized (${candidates}),
        found as materialized (select * from placed where ${selection?.named ?? sql`true`}),
        page as materialized (select * from found ranked ${ofPage})
        select (select resources from total) as "totalResources", ${countedRanked}::int as counted,
          ${snapshotVersion} as snapshot, (select count(*) from found)::int as found,
          (select rank from placed where user_id = ${userId}) as "ownRank",
          (select json_agg(json_build_object('userId', ranked.user_id, 'count', ranked.completed_resources,
            'at', ${exactMoment(sql`ranked.last_completed_at`)}) order by ${rankingOrder.down})
            from page ranked where ranked.rank is null) as unplaced,
          ${rowsJson(sql`select * from page`, rankingOrder.down, { rank: sql`ranked.rank`, league: numbersOf, timeZone })} as rows`,
    );
    if (league && board?.totalResources == null)
      throw new ApiError(LEADERBOARD_ERRORS.FILTER_LEAGUE_NOT_FOUND);
    const ranks = await checkpoints.rankOf(board?.unplaced ?? []);
    const totalUsers = await countRanked(board?.counted ?? 0);
    const found = selection ? (selection.total ?? board?.found ?? 0) : totalUsers;
    return {
      leaderboard: (board?.rows ?? []).map((row, index) =>
        toRow(row, board?.totalResources ?? 0, row.rank ?? ranks[index] ?? 0, selection?.place),
      ),
      totalUsers,
      pagination: toPagination({ page, limit }, Math.min(found, LEADERBOARD_DEPTH)),
      isCut: selection?.isCut === true || found > LEADERBOARD_DEPTH,
      place: selection?.place ?? 'everybody',
      ownRank: board?.ownRank == null ? null : Number(board.ownRank),
      snapshot: board?.snapshot ?? '',
    };
  }

  /** A page of the ranking, of a league's or of those with a name. */
  async function list(query: LeaderboardQuery, userId: string | null = null): Promise<Listing> {
    const { page, limit } = readBoardPage(query);
    const league = query.league || null;
    const words = toWords(query.search);
    const isTop = page === 1 && !league && words === null;
    return isTop ? listTop(limit) : listPart({ league, words }, { page, limit }, userId);
  }

  /** The caller's own row for a listing. */
  async function findOwn(
    user: LeaderboardRow['user'],
    league: string | null,
    { leaderboard, place, ownRank, isCut }: Listing,
  ): Promise<OwnStanding> {
    const isInLeague = league ? await isEnrolledIn(db, user.id, league) : null;
    const listed = leaderboard.find((row) => row.user.id === user.id);
    if (listed) return { ...listed, place, isInLeague };
    if (league && isInLeague && place === 'league') {
      const own = await findOwnIn(db, user.id, league);
      const isBelow = own !== null && ownRank === null && isCut;
      const rank = isBelow ? await leagueCheckpoints.rankIn(league, own.standing) : ownRank;
      if (own && rank !== null)
        return { ...toRow(own.row, own.totalResources, rank, place), place, isInLeague };
    }
    return { ...(await getOwnStanding(user)), place: 'everybody', isInLeague };
  }

  return {
    list,
    findOwn,
    /** The call as it was agreed, without a caller. */
    async getLeaderboard(query: LeaderboardQuery): Promise<LeaderboardData> {
      return toData(await list(query));
    },
    getMyRank,
    getFilteredLeaderboard: createFilteredLeaderboard(db, gatheredMax),
    /** Reads what the first callers would wait for on a large board, and in large leagues. */
    async warm(): Promise<void> {
      if (!(await isCheckpointed())) return;
      await Promise.all([checkpoints.warm(), countRanked(Number.POSITIVE_INFINITY)]);
      if (!(await isLarge())) return;
      await topNames.warm();
      for (const { id } of await queryRows<{ id: string }>(db, sql`select id from leagues`)) {
        if (await isLarge(id)) await leagueCheckpoints.warm(id);
      }
    },
  };
}

/** What a listing is on the wire. */
export function toData({ ownRank: _, snapshot: __, ...listing }: Listing): LeaderboardData {
  return { ...listing, lastUpdated: new Date().toISOString() };
}

/** Which page a query asks for; 50 rows unless it says otherwise, at most 100. */
export function readBoardPage(query: Pick<LeaderboardQuery, 'page' | 'limit'>) {
  const { page, limit } = readPage(query, LEADERBOARD_DEFAULT_LIMIT);
  return { page, limit: Math.min(limit ?? LEADERBOARD_DEFAULT_LIMIT, LEADERBOARD_MAX_LIMIT) };
}

function prepareBoard(db: Database, limit: number, timeZone: string) {
  return prepareJson<WholeBoard>(db, `leaderboard_${limit}`, {
    json: sql`board.value`,
    from: sql`(with ${total} select json_build_object(
        'totalResources', (select resources from total),
        'counted', ${countedRanked},
        'snapshot', ${snapshotVersion},
        'rows', ${rowsJson(firstOfRanking({ limit }), rankingOrder.down, { timeZone })}
      ) as value) board`,
  });
}

/** The caller's own row with the numbers of a league. */
async function findOwnIn(db: Database, userId: string, league: string) {
  const [found] = await queryRows<{
    totalResources: number;
    row: FoundRow | null;
    standing: Standing | null;
  }>(
    db,
    sql`with ${totalOf(league)}, own as materialized (${standingIn(league, userId)})
      select (select resources from total) as "totalResources",
        (select json_build_object('userId', user_id, 'count', completed_resources,
          'at', ${exactMoment(sql`last_completed_at`)}) from own) as standing,
        ${rowsJson(sql`select * from own`, sql`ranked.user_id`, { league })} -> 0 as row`,
  );
  const { row, standing, totalResources } = found ?? {};
  return row && standing && totalResources !== undefined ? { totalResources, row, standing } : null;
}

async function isEnrolledIn(db: Database, userId: string, leagueId: string): Promise<boolean> {
  const rows = await queryRows(
    db,
    sql`select 1 from enrollments where user_id = ${userId} and league_id = ${leagueId} limit 1`,
  );
  return rows.length > 0;
}
