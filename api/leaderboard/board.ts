import { and, eq, sql } from 'drizzle-orm';
import { LEADERBOARD_DEFAULT_LIMIT, LEADERBOARD_MAX_LIMIT } from '#contract/constants.ts';
import {
  FILTERED_DEFAULT_LIMIT,
  FILTERED_MAX_LIMIT,
  LEADERBOARD_DEPTH,
  LEADERBOARD_ERRORS,
  LEADERBOARD_SEARCH_MAX_LENGTH,
  type LeaderboardData,
  type LeaderboardQuery,
  type LeaderboardRow,
  type OwnStanding,
} from '#contract/leaderboard.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import type { Database } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { leagues, specializationLeagues, specializations } from '../platform/db/schema/curriculum.ts';
import { enrollments } from '../platform/db/schema/learning.ts';
import { foldedText, foldText } from '../platform/db/text-search.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { includesVersion, type Version } from './changes.ts';
import {
  createRanking,
  type OwnRow,
  type RankedGroup,
  type RankedRow,
  shownTo,
  type Viewer,
} from './rank.ts';

type User = LeaderboardRow['user'];
export type BoardQuery = Omit<LeaderboardQuery, 'own' | 'version'> & Pick<Viewer, 'seesHidden'>;
export type Board = Omit<LeaderboardData, 'leaderboard'> & { leaderboard: RankedRow[] };
interface FilteredQuery {
  league?: string | undefined;
  specialization?: string | undefined;
  limit?: string | undefined;
}

/** Ranks only ACTIVE learners (docs/api.md 1.15). */
export function createLeaderboard(db: Database, settings: Parameters<typeof createRanking>[1]) {
  const ranking = createRanking(db, settings);

  const learnersOf = ({ league, period }: Pick<LeaderboardQuery, 'league' | 'period'>): RankedGroup => {
    if (period) return ranking.thisWeek;
    return league ? { league, members: [membersOf(db, league)] } : {};
  };
  const findOwnRow = async (user: User, among: RankedGroup = {}): Promise<OwnRow> =>
    (await ranking.find(among, user.id)) ?? toUntouchedRow(user);

  return {
    /** Throws FILTER_LEAGUE_NOT_FOUND. */
    async readPage(query: BoardQuery): Promise<Board> {
      const { page, limit } = readBoardPage(query);
      const offset = (page - 1) * limit;
      const among = learnersOf(query);
      const { league } = among;
      if (league) await requireLeague(db, league);
      const named = selectNamed(db, query);
      const [totalUsers, leaderboard, lastWeek] = await Promise.all([
        ranking.count(query.period ? among : {}),
        offset < LEADERBOARD_DEPTH ? ranking.list(among, { limit, offset, named }) : [],
        query.period ? ranking.listFirstOfLastWeek() : [],
      ]);
      const found = league || named ? await ranking.count(among, named) : totalUsers;
      return {
        ...(lastWeek.length > 0 && { lastWeek: shownTo(query, lastWeek).map(toWinner) }),
        leaderboard,
        totalUsers,
        lastUpdated: new Date().toISOString(),
        pagination: toPagination({ page, limit }, Math.min(found, LEADERBOARD_DEPTH)),
        isCut: found > LEADERBOARD_DEPTH,
        place: league ? 'league' : 'everybody',
      };
    },

    /** Falls back to the global rank when the caller is not ranked in the league. */
    async findOwn(
      user: User,
      query: Pick<LeaderboardQuery, 'league' | 'period'>,
      { leaderboard, place }: Pick<Board, 'leaderboard' | 'place'>,
    ): Promise<OwnStanding> {
      const among = learnersOf(query);
      const { league } = among;
      const shown = shownTo({ id: user.id, seesHidden: false }, leaderboard);
      const listed = shown.find((row) => row.user.id === user.id);
      if (listed) return { ...listed, place, isInLeague: league ? true : null };
      const inLeague = league ? await ranking.find(among, user.id) : null;
      if (inLeague && inLeague.rank !== null) return { ...inLeague, place, isInLeague: true };
      return {
        ...(await findOwnRow(user, league ? {} : among)),
        place: 'everybody',
        isInLeague: league ? inLeague !== null : null,
      };
    },

    async getMyRank(user: User, viewer: Viewer) {
      const { own, above, below } = await ranking.findWithNearby(user.id);
      const nearbyUsers = { above: shownTo(viewer, above), below: shownTo(viewer, below) };
      return { ...(own ?? toUntouchedRow(user)), isCurrentUser: true, nearbyUsers };
    },

    /**
     * Filters by league or specialization and ranks by global totals. Throws FILTER_LEAGUE_NOT_FOUND or
     * FILTER_SPECIALIZATION_NOT_FOUND.
     */
    async getFilteredLeaderboard(query: FilteredQuery, viewer: Viewer) {
      const page = readPage({ limit: query.limit ?? '' }, FILTERED_DEFAULT_LIMIT);
      const limit = Math.min(page.limit ?? FILTERED_DEFAULT_LIMIT, FILTERED_MAX_LIMIT);
      const filters = { league: query.league || null, specialization: query.specialization || null, limit };
      const { league, specialization } = filters;
      if (league) await requireLeague(db, league);
      if (specialization) await requireSpecialization(db, specialization);
      const members = [
        ...(league ? [membersOf(db, league)] : []),
        ...(specialization ? [membersOfSpecialization(db, specialization)] : []),
      ];
      return {
        leaderboard: shownTo(viewer, await ranking.list({ members }, { limit, offset: 0 })),
        filters,
        lastUpdated: new Date().toISOString(),
      };
    },
  };
}

const toWinner = ({ rank, user, resourcesCompleted }: LeaderboardRow) => ({ rank, user, resourcesCompleted });

function readBoardPage(query: Pick<LeaderboardQuery, 'page' | 'limit'>) {
  const { page, limit } = readPage(query, LEADERBOARD_DEFAULT_LIMIT);
  return { page, limit: Math.min(limit ?? LEADERBOARD_DEFAULT_LIMIT, LEADERBOARD_MAX_LIMIT) };
}

const membersOf = (db: Database, league: string) =>
  db.select({ id: enrollments.userId }).from(enrollments).where(eq(enrollments.leagueId, league));

const membersOfSpecialization = (db: Database, specialization: string) =>
  db
    .select({ id: enrollments.userId })
    .from(enrollments)
    .innerJoin(specializationLeagues, eq(specializationLeagues.leagueId, enrollments.leagueId))
    .where(eq(specializationLeagues.specializationId, specialization));

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const WORDS_MAX = 6;

// Matches the beginnings of name words with the index `users_name_words_idx`; undefined for an empty search. A search
// of punctuation alone finds nobody, and the count of a search would tell of hidden learners.
function selectNamed(db: Database, { search, seesHidden }: BoardQuery) {
  const text = search?.replaceAll('\0', '').trim().slice(0, LEADERBOARD_SEARCH_MAX_LENGTH);
  if (!text) return undefined;
  const words = foldText(text).match(WORD)?.slice(0, WORDS_MAX) ?? [];
  const beginnings = words.map((word) => `'${word}':*`).join(' & ');
  const isNamed = sql`to_tsvector('simple', ${foldedText(sql`${users.name}`)}) @@ to_tsquery('simple', ${beginnings})`;
  const isShown = seesHidden ? undefined : eq(users.isHiddenFromBoards, false);
  return db.select({ id: users.id }).from(users).where(and(isNamed, isShown));
}

async function requireLeague(db: Database, id: string): Promise<void> {
  const found = await db.$count(leagues, eq(leagues.id, id));
  if (found === 0) throw new ApiError(LEADERBOARD_ERRORS.FILTER_LEAGUE_NOT_FOUND);
}

async function requireSpecialization(db: Database, id: string): Promise<void> {
  const found = await db.$count(specializations, eq(specializations.id, id));
  if (found === 0) throw new ApiError(LEADERBOARD_ERRORS.FILTER_SPECIALIZATION_NOT_FOUND);
}

const toUntouchedRow = (user: LeaderboardRow['user']): OwnRow => ({
  rank: null,
  user,
  stats: {
    resourcesCompleted: 0,
    totalResources: 0,
    completionPercentage: 0,
    badgesEarned: 0,
    enrolledCohorts: 0,
  },
  resourcesCompleted: 0,
  totalResources: 0,
  badgesEarned: 0,
  recentActivity: { lastCompletedResource: null, lastBadgeEarned: null },
  movement: null,
});

const LIFETIME_MS = 1000;
const PAGES_MAX = 100;

interface CachedPage<Page> {
  readAt: number;
  page: Promise<Page>;
}

/**
 * Caches pages for one second per process. A query with a version gets rows that include it; `readAt` is the version read
 * before the page.
 */
export function createPageCache<Page extends { readAt: Version }>(
  read: (query: BoardQuery) => Promise<Page>,
  { now = () => performance.now() }: { now?: () => number } = {},
) {
  const pages = new Map<string, CachedPage<Page>>();

  const begin = (key: string, query: BoardQuery): Promise<Page> => {
    pages.delete(key);
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= PAGES_MAX) pages.delete(oldest);
    const kept = { readAt: now(), page: read(query) };
    pages.set(key, kept);
    kept.page.catch(() => pages.get(key) === kept && pages.delete(key));
    return kept.page;
  };

  return async (query: BoardQuery, version?: string): Promise<Page> => {
    const key = JSON.stringify(query);
    let old: CachedPage<Page> | undefined;
    for (let kept = pages.get(key); kept && kept !== old; kept = pages.get(key)) {
      if (now() - kept.readAt >= LIFETIME_MS) break;
      const page = await kept.page;
      if (version === undefined || includesVersion(page.readAt, version)) return page;
      old = kept;
    }
    return begin(key, query);
  };
}
