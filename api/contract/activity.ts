import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';

export const ACTIVITY_ERRORS = defineErrors({
  ACTIVITY_USER_NOT_FOUND: { status: 404, text: 'User not found' },
  OTHERS_ACTIVITY: { status: 403, text: "Insufficient permissions to view other users' activity" },
});

// `year` defaults to the current one, `userId` to the caller. Only staff may ask for another user.
const ActivityQuery = z.object({ year: z.optional(z.string()), userId: z.optional(z.string()) });

/** Keyed by YYYY-MM-DD in the product's time zone; days without activity are absent. */
export const Heatmap = z.record(z.string(), z.object({ active: z.boolean(), count: z.number() }));
export type Heatmap = z.infer<typeof Heatmap>;

/** Counted over all years. A streak that ended yesterday is still current, because today is not over. */
export const ActivityStats = z.object({
  currentStreak: z.number(),
  longestStreak: z.number(),
  totalActiveDays: z.number(),
});
export type ActivityStats = z.infer<typeof ActivityStats>;

export const getActivityDashboard = defineCall('getActivityDashboard', {
  route: 'GET /activity/dashboard',
  access: 'any',
  summary: 'The activity calendar of a year with its figures',
  query: ActivityQuery,
  data: z.object({ heatmap: Heatmap, stats: ActivityStats, availableYears: z.array(z.number()) }),
});

export const getActivityHeatmap = defineCall('getActivityHeatmap', {
  route: 'GET /activity/heatmap',
  access: 'any',
  summary: 'The activity calendar of a year',
  query: ActivityQuery,
  data: Heatmap,
});

export const getActivityStats = defineCall('getActivityStats', {
  route: 'GET /activity/stats',
  access: 'any',
  summary: 'Streaks and active days',
  query: ActivityQuery,
  data: ActivityStats,
});

export const getActivityYears = defineCall('getActivityYears', {
  route: 'GET /activity/years',
  access: 'any',
  summary: 'The years with activity, newest first',
  query: ActivityQuery,
  data: z.array(z.number()),
});
