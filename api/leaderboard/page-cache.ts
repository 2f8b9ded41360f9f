import type { LeaderboardQuery } from '#contract/leaderboard.ts';
import { includesVersion, type Version } from './changes.ts';

const LIFETIME_MS = 1000;
const PAGES_MAX = 100;

interface CachedPage<Page> {
  readAt: number;
  page: Promise<Page>;
}

/**
 * Caches pages for one second per process. A query with a version gets rows that include it; `seen` is the version read
 * before the page.
 */
export function createPageCache<Page extends { seen: Version }>(
  read: (query: LeaderboardQuery) => Promise<Page>,
  { now = () => performance.now() }: { now?: () => number } = {},
) {
  const pages = new Map<string, CachedPage<Page>>();

  const begin = (key: string, query: LeaderboardQuery): Promise<Page> => {
    pages.delete(key);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= PAGES_MAX) pages.delete(oldest);
    const kept = { readAt: now(), page: read(query) };
    pages.set(key, kept);
    kept.page.catch(() => pages.get(key) === kept && pages.delete(key));
    return kept.page;
  };

  return async ({ version, ...query }: LeaderboardQuery): Promise<Page> => {
    const key = JSON.stringify([query.page, query.limit, query.league, query.search]);
    let old: CachedPage<Page> | undefined;
    for (let kept = pages.get(key); kept && kept !== old; kept = pages.get(key)) {
      if (now() - kept.readAt >= LIFETIME_MS) break;
      const page = await kept.page;
      if (version === undefined || includesVersion(page.seen, version)) return page;
      old = kept;
    }
    return begin(key, query);
  };
}
