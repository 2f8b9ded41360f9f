import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { ROLES, STATUSES } from './roles.ts';
import { Named } from './shared.ts';

/** Shorter queries return nothing. */
export const STAFF_SEARCH_MIN_LENGTH = 2;
export const STAFF_SEARCH_MAX_LENGTH = 80;
export const STAFF_SEARCH_WORDS_MAX = 8;
export const STAFF_SEARCH_ROWS = 6;

export const StaffSearchData = z.object({
  /** Empty for callers who may not read the user list. */
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      status: z.enum(STATUSES),
    }),
  ),
  leagues: z.array(z.object({ id: z.string(), name: z.string(), cohort: Named })),
  weeks: z.array(z.object({ id: z.string(), name: z.string(), league: Named })),
  sections: z.array(z.object({ id: z.string(), name: z.string(), week: Named, league: Named })),
  resources: z.array(
    z.object({ id: z.string(), title: z.string(), type: z.string(), section: Named, league: Named }),
  ),
});
export type StaffSearchData = z.infer<typeof StaffSearchData>;

export const searchStaff = defineCall('searchStaff', {
  route: 'GET /admin/search',
  access: 'staff',
  summary: 'People, leagues, weeks, sections and resources in scope whose names hold every word',
  query: z.object({ q: z.optional(z.string()) }),
  data: StaffSearchData,
});
