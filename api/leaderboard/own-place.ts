import { sql } from 'drizzle-orm';
import { type LeaderboardRow, NEARBY_USERS } from '#contract/leaderboard.ts';
import type { Database } from '../db/client.ts';
import { prepareJson } from '../db/prepared-json.ts';
import { ownPlace, ownRank, placesAround } from './my-rank-sql.ts';
import { type createRankCheckpoints, exactMoment, type Standing } from './rank-checkpoints.ts';
import { rankingOrder, total } from './ranking-sql.ts';
import { type FoundRow, rowsJson, toRow, UNTOUCHED } from './rows-json.ts';

interface FoundOwn {
  totalResources: number;
  /** Where the statement has counted it. */
  rank: number | null;
  isRanked: boolean;
  standing: Standing;
  /** The own row and those of the neighbours, in the order of the ranking. */
  rows: FoundRow[];
}

type Own = LeaderboardRow['user'];

/** Builds the readers of one's own place (docs/api.md 1.15). `isCheckpointed` tells a board that is not counted through. */
export function createOwnPlace(
  db: Database,
  isCheckpointed: () => Promise<boolean>,
  checkpoints: Pick<ReturnType<typeof createRankCheckpoints>, 'rankOf' | 'isReady'>,
  timeZone: string,
) {
  const prepare = (isCounted: boolean, withNeighbours: boolean) =>
    prepareOwn(db, { isCounted, withNeighbours, timeZone });
  const counted = { near: prepare(true, true), alone: prepare(true, false) };
  const byCheckpoint = { near: prepare(false, true), alone: prepare(false, false) };

  const find = async (userId: string, what: 'near' | 'alone') => {
    // Until the first checkpoints are there everybody before is counted, which takes some tenths of a second.
    const large = (await isCheckpointed()) && checkpoints.isReady();
    const [found] = await (large ? byCheckpoint : counted)[what]({ userId });
    if (!found?.isRanked) return { found, rank: null };
    return { found, rank: large ? ((await checkpoints.rankOf([found.standing]))[0] ?? null) : found.rank };
  };

  return {
    /** The own row and rank, null for who is not ranked. */
    async getOwnStanding(user: Own) {
      const { found, rank } = await find(user.id, 'alone');
      return toOwnRow(found?.rows[0] ?? { ...UNTOUCHED, user }, found?.totalResources ?? 0, rank);
    },

    /** The caller's own row, rank and neighbours; rank null and nobody near for who is not ranked. */
    async getMyRank(user: Own) {
      const { found, rank } = await find(user.id, 'near');
      const { totalResources = 0, rows = [] } = found ?? {};
      // Nobody is before or behind a caller without a row.
      const index = rows.findIndex((row) => row.user.id === user.id);
      const toNear = (row: FoundRow, distance: number) =>
        toRow(row, totalResources, Math.max(1, (rank ?? 0) + distance));
      return {
        ...toOwnRow(rows[index] ?? { ...UNTOUCHED, user }, totalResources, rank),
        isCurrentUser: true,
        nearbyUsers: {
          above: rows.slice(0, Math.max(0, index)).map((row, at) => toNear(row, at - index)),
          below: rows.slice(index + 1).map((row, at) => toNear(row, at + 1)),
        },
      };
    },
  };
}

/** Who is not ranked any more has a place of the week's beginning and none now: that is no movement. */
function toOwnRow(row: FoundRow, totalResources: number, rank: number | null) {
  const own = toRow(row, totalResources, rank ?? 0);
  return { ...own, rank, movement: rank === null ? null : own.movement };
}

function prepareOwn(
  db: Database,
  { isCounted, withNeighbours, timeZone }: { isCounted: boolean; withNeighbours: boolean; timeZone: string },
) {
  const name = `${withNeighbours ? 'my_rank' : 'own_standing'}_${isCounted ? 'counted' : 'by_checkpoint'}`;
  return prepareJson<FoundOwn>(db, name, {
    json: sql`mine.value`,
    from: sql`(with ${total}, ${ownPlace(sql`${sql.placeholder('userId')}`)}
      select json_build_object(
        'totalResources', (select resources from total),
        'isRanked', own.is_ranked,
        'rank', ${isCounted ? ownRank : sql`null`},
        'standing', json_build_object('userId', own.user_id, 'count', own.completed_resources,
          'at', ${exactMoment(sql`own.last_completed_at`)}),
        'rows', ${rowsJson(placesAround(withNeighbours ? NEARBY_USERS : 0), rankingOrder.down, { timeZone })}
      ) as value from own) mine`,
  });
}
