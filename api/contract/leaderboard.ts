import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment } from './shared.ts';

/** Refusals of contract 1.15. */
export const LEADERBOARD_ERRORS = defineErrors({
  FILTER_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  FILTER_SPECIALIZATION_NOT_FOUND: { status: 404, text: 'Specialization not found' },
  LEADERBOARD_FAILED: { status: 500, text: 'Failed to fetch leaderboard' },
});

export const FILTERED_DEFAULT_LIMIT = 10;
export const FILTERED_MAX_LIMIT = 50;
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
});
export type LeaderboardRow = z.infer<typeof LeaderboardRow>;

export const getLeaderboard = defineCall({
  name: 'getLeaderboard',
  method: 'GET',
  path: '/leaderboard',
  access: 'any',
  summary: 'Learners by completion, then by the most recent completion',
  query: z.object({ limit: z.optional(z.string()) }),
  data: z.object({
    leaderboard: z.array(LeaderboardRow),
    /** Learners who take part. */
    totalUsers: z.number(),
    lastUpdated: Moment,
  }),
});

export const getMyRank = defineCall({
  name: 'getMyRank',
  method: 'GET',
  path: '/leaderboard/my-rank',
  access: 'any',
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
  access: 'any',
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
