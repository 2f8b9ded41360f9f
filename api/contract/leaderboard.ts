import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment, Pagination } from './shared.ts';

export const LEADERBOARD_ERRORS = defineErrors({
  FILTER_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  FILTER_SPECIALIZATION_NOT_FOUND: { status: 404, text: 'Specialization not found' },
  LEADERBOARD_FAILED: { status: 500, text: 'Failed to fetch leaderboard' },
});

export const FILTERED_DEFAULT_LIMIT = 10;
export const FILTERED_MAX_LIMIT = 50;
/** Last rank that paging reaches; search and the own row reach everybody. */
export const LEADERBOARD_DEPTH = 10_000;
export const LEADERBOARD_SEARCH_MAX_LENGTH = 80;
export const NEARBY_USERS = 3;

const Stats = z.object({
  resourcesCompleted: z.number(),
  /** All resources in the product. */
  totalResources: z.number(),
  /** Whole per cent; 0 without resources. */
  completionPercentage: z.number(),
  badgesEarned: z.number(),
  enrolledCohorts: z.number(),
});

/** Contains no e-mail address and no handles. */
export const LeaderboardRow = z.object({
  rank: z.number(),
  user: z.object({ id: Id, name: z.string(), role: z.string() }),
  stats: Stats,
  resourcesCompleted: z.number(),
  totalResources: z.number(),
  badgesEarned: z.number(),
  recentActivity: z.object({
    lastCompletedResource: z.nullable(z.object({ name: z.string(), completedAt: Moment })),
    lastBadgeEarned: z.nullable(z.object({ name: z.string(), earnedAt: Moment })),
  }),
  /**
   * Places gained (positive) or lost since Monday 00:00 in the product's time zone; null when unranked then. Absent on
   * a filtered leaderboard.
   */
  movement: z.optional(z.nullable(z.int())),
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

/**
 * `search` matches the beginnings of the words of a name. `period` 'week' ranks by resources completed since Monday,
 * without regard to `league`. `version` comes from an event of `followLeaderboard`: the reply is at least as new and
 * shared between callers.
 */
export const LeaderboardQuery = z.object({
  limit: z.optional(z.string()),
  page: z.optional(z.string()),
  search: z.optional(z.string()),
  league: z.optional(z.string()),
  own: z.optional(z.string()),
  version: z.optional(z.string()),
  period: z.optional(z.literal('week')),
});
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

/** The caller's own row; `rank` is null when the caller is not ranked. */
export const OwnStanding = z.object({
  ...LeaderboardRow.shape,
  rank: z.nullable(z.number()),
  /** Group that the rank is computed in. */
  place: z.enum(['everybody', 'league']),
  isInLeague: z.nullable(z.boolean()),
});
export type OwnStanding = z.infer<typeof OwnStanding>;

export const LeaderboardData = z.object({
  leaderboard: z.array(LeaderboardRow),
  totalUsers: z.number(),
  lastUpdated: Moment,
  /** Covers at most LEADERBOARD_DEPTH rows. */
  pagination: Pagination,
  isCut: z.boolean(),
  place: z.enum(['everybody', 'league']),
  own: z.optional(OwnStanding),
  /** The first three of last week; present on Mondays only, with `period` 'week'. */
  lastWeek: z.optional(z.array(z.pick(LeaderboardRow, { rank: true, user: true, resourcesCompleted: true }))),
  /** Version read before these rows; present only with `own`. */
  version: z.optional(z.string()),
});
export type LeaderboardData = z.infer<typeof LeaderboardData>;

export const getLeaderboard = defineCall('getLeaderboard', {
  route: 'GET /leaderboard',
  access: 'learner',
  summary: 'Learners by completion, then by the most recent completion',
  query: LeaderboardQuery,
  data: LeaderboardData,
});

/** Asks the client to reload this version after a random delay of at most `spreadMs`. */
export const LeaderboardChange = z.object({ version: z.string(), spreadMs: z.number() });
export type LeaderboardChange = z.infer<typeof LeaderboardChange>;

export const followLeaderboard = defineCall('followLeaderboard', {
  route: 'GET /leaderboard/changes',
  access: 'learner',
  summary: 'Server-sent events, one when the ranking has changed, at most one a second',
  files: ['text/event-stream'],
});

export const getMyRank = defineCall('getMyRank', {
  route: 'GET /leaderboard/my-rank',
  access: 'learner',
  summary: 'The caller’s place and neighbours',
  data: z.object({
    ...LeaderboardRow.shape,
    /** Null for accounts without a rank, such as staff. */
    rank: z.nullable(z.number()),
    isCurrentUser: z.boolean(),
    nearbyUsers: z.object({ above: z.array(LeaderboardRow), below: z.array(LeaderboardRow) }),
  }),
});

export const getFilteredLeaderboard = defineCall('getFilteredLeaderboard', {
  route: 'GET /leaderboard/filtered',
  access: 'learner',
  summary: 'The leaderboard among the learners of a league or a specialization',
  query: z.object({
    league: z.optional(z.string()),
    specialization: z.optional(z.string()),
    limit: z.optional(z.string()),
  }),
  data: z.object({
    leaderboard: z.array(LeaderboardRow),
    filters: z.object({ league: z.nullable(Id), specialization: z.nullable(Id), limit: z.number() }),
    lastUpdated: Moment,
  }),
});
