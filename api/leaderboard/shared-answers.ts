import type { LeaderboardData, LeaderboardQuery, LeaderboardRow } from '#contract/leaderboard.ts';
import type { Version } from './changes.ts';
import { type createLeaderboard, type Listing, toData } from './service.ts';

const KEPT_MAX = 50;

interface Versions {
  /** The version the listeners of this process were told of; null where there are none. */
  current: () => string | null;
  read: () => Promise<Version>;
}

/**
 * Answers the leaderboard. Clients that were told of one and the same change ask for the same rows at the same time:
 * of those who name the current version the first one's rows serve all. Whoever names none is answered anew.
 */
export function shareAnswers(
  { list, findOwn }: Pick<ReturnType<typeof createLeaderboard>, 'list' | 'findOwn'>,
  { current, read }: Versions,
) {
  let keptFor: string | null = null;
  const kept = new Map<string, Promise<Listing>>();

  const listShared = (query: LeaderboardQuery): Promise<Listing> => {
    const version = current();
    // Only the version that this process itself has seen: nobody can have old rows kept under the next one.
    if (version === null || query.version !== version) return list(query);
    if (keptFor !== version) {
      keptFor = version;
      kept.clear();
    }
    const key = JSON.stringify([query.limit, query.page]);
    const known = kept.get(key);
    if (known) return known;
    const listing = list(query);
    if (kept.size < KEPT_MAX) kept.set(key, listing);
    listing.catch(() => kept.delete(key));
    return listing;
  };

  return async (query: LeaderboardQuery, user: LeaderboardRow['user']): Promise<LeaderboardData> => {
    const isOfAll = !query.league && !query.search;
    const withOwn = query.own === 'true';
    const version = withOwn ? (current() ?? (await read()).version) : null;
    const listing = await (isOfAll ? listShared(query) : list(query, user.id));
    if (!withOwn || version === null) return toData(listing);
    return { ...toData(listing), version, own: await findOwn(user, query.league || null, listing) };
  };
}
