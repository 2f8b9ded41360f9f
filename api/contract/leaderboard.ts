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
/** How far down the list can be leafed through; the search and the own place reach everybody. */
export const LEADERBOARD_DEPTH = 10_000;
/** A searched name is cut off here. */
export const LEADERBOARD_SEARCH_MAX = 80;
/** How many neighbours `my-rank` names on either side. */
export const NEARBY_USERS = 3;

const Stats = z.object({
  resourcesCompleted: z.number(),
  /** Every resource in the system. */
  totalResources: z.number(),
  /** Whole per cent, 0 without resources. */
  completionPercentage: z.number(),
  badgesEarned: z.number(),
  /** Cohorts the learner is enrolled in. */
  enrolledCohorts: z.number(),
});

/** One place on the leaderboard (ENT-52). No e-mail address, no handles. */
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
   * Places gained (positive, up) or lost (negative, down) since the week began, Monday 00:00 in the time zone of the
   * product; 0 for the same place, null for who was not ranked then. Absent where the rank counts among fewer than
   * everybody. An addition to the agreed row.
   */
  movement: z.optional(z.nullable(z.int())),
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

/**
 * All beyond `limit` is an addition to the agreed call. `search` finds names by the beginning of their words, `league`
 * keeps those enrolled in a league, `own` asks for the caller's own row as well. `version` is that of an event of
 * `followLeaderboard`: the answer is at least as new and may be shared by all who ask for it.
 */
export const LeaderboardQuery = z.object({
  limit: z.optional(z.string()),
  page: z.optional(z.string()),
  search: z.optional(z.string()),
  league: z.optional(z.string()),
  own: z.optional(z.string()),
  version: z.optional(z.string()),
});
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

/** The caller's own row. The rank is null for who is not ranked. */
export const OwnStanding = z.object({
  ...LeaderboardRow.shape,
  rank: z.nullable(z.number()),
  /** Among whom the rank counts. */
  place: z.enum(['everybody', 'league']),
  /** Whether the caller is enrolled in the league that was asked for; null where none was. */
  isInLeague: z.nullable(z.boolean()),
});
export type OwnStanding = z.infer<typeof OwnStanding>;

export const LeaderboardData = z.object({
  leaderboard: z.array(LeaderboardRow),
  /** Learners who take part. */
  totalUsers: z.number(),
  lastUpdated: Moment,
  /** Over the rows found, LEADERBOARD_DEPTH of them at most. */
  pagination: Pagination,
  /** True when more were found than can be leafed through or looked at. */
  isCut: z.boolean(),
  /** Among whom the ranks of the rows count. */
  place: z.enum(['everybody', 'league']),
  /** Only where `own` was asked for. */
  own: z.optional(OwnStanding),
  /** Where the ranking stood before these rows were read; only where `own` was asked for. */
  version: z.optional(z.string()),
});
export type LeaderboardData = z.infer<typeof LeaderboardData>;

export const getLeaderboard = defineCall({
  name: 'getLeaderboard',
  method: 'GET',
  path: '/leaderboard',
  access: 'learner',
  summary: 'Learners by completion, then by the most recent completion',
  query: LeaderboardQuery,
  data: LeaderboardData,
});

/** What an event of `followLeaderboard` says: ask again for this version, at a moment of your own within the spread. */
export const LeaderboardChange = z.object({ version: z.string(), spreadMs: z.number() });
export type LeaderboardChange = z.infer<typeof LeaderboardChange>;

export const followLeaderboard = defineCall({
  name: 'followLeaderboard',
  method: 'GET',
  path: '/leaderboard/changes',
  access: 'learner',
  summary: 'Server-sent events, one when the ranking has changed, at most one a second',
  files: ['text/event-stream'],
});

export const getMyRank = defineCall({
  name: 'getMyRank',
  method: 'GET',
  path: '/leaderboard/my-rank',
  access: 'learner',
  summary: 'The caller’s place and neighbours',
  data: z.object({
    ...LeaderboardRow.shape,
    /** Null for accounts that are not ranked, such as staff. */
    rank: z.nullable(z.number()),
    isCurrentUser: z.boolean(),
    nearbyUsers: z.object({ above: z.array(LeaderboardRow), below: z.array(LeaderboardRow) }),
  }),
});

export const getFilteredLeaderboard = defineCall({
  name: 'getFilteredLeaderboard',
  method: 'GET',
  path: '/leaderboard/filtered',
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
