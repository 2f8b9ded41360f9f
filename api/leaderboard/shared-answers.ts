import type { LeaderboardQuery, LeaderboardRow } from '#contract/leaderboard.ts';
import type { SharedReadings, Versioned } from '../db/shared-readings.ts';
import type { JsonReply } from '../http/reply.ts';
import type { Version } from './changes.ts';
import { type createLeaderboard, readBoardPage } from './service.ts';
import { type SharedBoard, toBoardReply, toPlainReply, toSharedBoard } from './shared-board.ts';

const KEPT_MAX = 50;

interface Versions {
  /** The version the listeners of this process were told of; null where there are none. */
  current: () => string | null;
  read: () => Promise<Version>;
}

/** Who asks, and what their statement saw (`snapshotVersion`). */
interface Asking {
  user: LeaderboardRow['user'];
  snapshot: string;
}

/**
 * Answers the leaderboard. A page of it is the same for everybody, so one reading serves all who would read the same.
 * Clients that were told of one and the same change ask for it at the same time, and of those who name the current
 * version the first one's rows serve all, also when somebody ticks between them.
 */
export function shareAnswers(
  { list, findOwn }: Pick<ReturnType<typeof createLeaderboard>, 'list' | 'findOwn'>,
  boards: SharedReadings<SharedBoard>,
  { current, read }: Versions,
) {
  let keptFor: string | null = null;
  const kept = new Map<string, Promise<SharedBoard>>();

  const listShared = ({ version, ...asked }: LeaderboardQuery, snapshot: string): Promise<SharedBoard> => {
    const key = toBoardKey(readBoardPage(asked));
    const readBoard = () => boards.get(key, snapshot).then(({ value }) => value);
    const told = current();
    // Only the version that this process itself has seen: nobody can have old rows kept under the next one.
    if (told === null || version !== told) return readBoard();
    if (keptFor !== told) {
      keptFor = told;
      kept.clear();
    }
    const known = kept.get(key);
    if (known) return known;
    const board = readBoard();
    if (kept.size < KEPT_MAX) kept.set(key, board);
    board.catch(() => kept.delete(key));
    return board;
  };

  return async (query: LeaderboardQuery, { user, snapshot }: Asking): Promise<JsonReply> => {
    const isOfAll = !query.league && !query.search;
    const withOwn = query.own === 'true';
    const version = withOwn ? (current() ?? (await read()).version) : null;
    const board = isOfAll ? await listShared(query, snapshot) : toSharedBoard(await list(query, user.id));
    if (!withOwn || version === null) return toPlainReply(board);
    return toBoardReply(board, { version, own: await findOwn(user, query.league || null, board.listing) });
  };
}

/** A page of the ranking of everybody, as the key of its reading. */
const toBoardKey = ({ page, limit }: ReturnType<typeof readBoardPage>) => `${page} ${limit}`;

/** Reads what `toBoardKey` names. */
export function readBoardOf({ list }: Pick<ReturnType<typeof createLeaderboard>, 'list'>) {
  return async (key: string): Promise<Versioned<SharedBoard>> => {
    const [page, limit] = key.split(' ');
    const listing = await list({ page, limit });
    return { version: listing.snapshot, value: toSharedBoard(listing) };
  };
}
