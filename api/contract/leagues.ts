import * as z from 'zod/mini';
import { AssignmentContent, parseMoment } from './assignments.ts';
import { defineCall } from './call.ts';
import { CURRICULUM_DEADLINE_MS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { ResourceContent } from './resources.ts';
import {
  Description,
  Named,
  NullableText,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
} from './shared.ts';
import { WeekSection } from './weeks.ts';

export const LEAGUE_ERRORS = defineErrors({
  LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  LEAGUE_NAME_TAKEN: { status: 409, text: 'League with this name already exists' },
});

export const League = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  cohortId: z.string(),
  cohort: Named,
  expiresAt: NullableText,
  isExpired: z.boolean(),
  weeksCount: z.number(),
  sectionsCount: z.number(),
  resourcesCount: z.number(),
  /** Equal to `resourcesCount`; clients of the agreed contract read either name. */
  totalResources: z.number(),
  firstModules: z.optional(z.array(z.string())),
  createdAt: z.string(),
  updatedAt: z.string(),
  _count: z.object({
    weeks: z.number(),
    sections: z.number(),
    resources: z.number(),
    enrollments: z.number(),
    badges: z.number(),
    specializations: z.number(),
  }),
});
export type League = z.infer<typeof League>;

export const LEAGUE_LIST = {
  searched: ({ name, description, cohort }) => [name, description, cohort.name],
  filters: {
    cohortId: ({ cohortId }, value) => cohortId === value,
    state: ({ isExpired }, value) => isExpired === (value === 'expired'),
  },
  sorts: {
    name: ({ name }) => name,
    cohort: ({ cohort }) => cohort.name,
    modules: ({ weeksCount }) => weeksCount,
    enrollments: ({ _count }) => _count.enrollments,
    ends: ({ expiresAt }) => expiresAt,
  },
} satisfies ListRules<League>;

/** `resources` is empty for an account that is neither ACTIVE nor enrolled; the counts are still correct. */
export const LeagueDetail = z.extend(League, {
  weeks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: NullableText,
      order: z.number(),
      leagueId: z.string(),
      _count: z.object({ sections: z.number() }),
      sections: z.array(z.extend(WeekSection, { resources: z.array(ResourceContent) })),
    }),
  ),
  badges: z.array(
    z.object({ id: z.string(), name: z.string(), description: NullableText, imageUrl: NullableText }),
  ),
  assignment: z.nullable(AssignmentContent),
});
export type LeagueDetail = z.infer<typeof LeagueDetail>;

const name = requiredText({ required: 'name is required', field: 'Name' });
const cohortId = requiredId('cohortId is required');
const DATE_WORDS = 'expiresAt must be an ISO date and time or null';
const expiresAt = z.optional(
  z.nullable(
    z.pipe(
      z.string({ error: DATE_WORDS }),
      z
        .string()
        .check(
          z.refine((value) => value.includes('T') && parseMoment(value) !== null, { error: DATE_WORDS }),
        ),
    ),
  ),
);

export const CreateLeagueBody = z.object({ name, cohortId, description: Description, expiresAt });
export type CreateLeagueBody = z.infer<typeof CreateLeagueBody>;
export const UpdateLeagueBody = z.partial(CreateLeagueBody);
export type UpdateLeagueBody = z.infer<typeof UpdateLeagueBody>;

export const LeagueDeletionStats = z.object({
  weeks: z.number(),
  enrollments: z.number(),
  badges: z.number(),
  specializations: z.number(),
  pathfinderScopes: z.number(),
});
export type LeagueDeletionStats = z.infer<typeof LeagueDeletionStats>;

export const LeagueStats = z.object({
  league: Named,
  /** `active` counts enrolled accounts with status ACTIVE. */
  enrollments: z.object({ total: z.number(), active: z.number() }),
  content: z.object({ weeks: z.number(), sections: z.number(), resources: z.number() }),
  achievements: z.object({ badgesAwarded: z.number(), assignmentSubmissions: z.number() }),
});
export type LeagueStats = z.infer<typeof LeagueStats>;

export const listLeagues = defineCall('listLeagues', {
  route: 'GET /leagues',
  access: 'any',
  summary: 'Leagues, the newest first (all of them unless a limit is given)',
  query: PageQuery,
  data: z.object({ leagues: z.array(League), pagination: Pagination }),
});

export const getLeague = defineCall('getLeague', {
  route: 'GET /leagues/:id',
  access: 'learner',
  summary: 'One league with its weeks, sections and resources, its badge and assignment',
  data: LeagueDetail,
});

export const getLeagueStats = defineCall('getLeagueStats', {
  route: 'GET /leagues/:id/stats',
  access: 'staff',
  summary: 'Counts of a league in scope: enrollments, content, achievements',
  data: LeagueStats,
});

export const createLeague = defineCall('createLeague', {
  route: 'POST /leagues',
  access: 'grand',
  summary: 'Add a league to a cohort',
  message: 'League created successfully',
  status: 201,
  body: CreateLeagueBody,
  data: League,
});

export const updateLeague = defineCall('updateLeague', {
  route: 'PUT /leagues/:id',
  access: 'grand',
  summary: 'Change a league; absent fields stay as they are',
  message: 'League updated successfully',
  body: UpdateLeagueBody,
  data: League,
});

export const copyLeague = defineCall('copyLeague', {
  route: 'POST /leagues/:id/copies',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'grand',
  summary:
    'Add a league with the content of another under new ids, without its people and without a due date',
  message: 'League copied successfully',
  status: 201,
  body: CreateLeagueBody,
  data: League,
});

/** Repeats `deletionStats` beside `data` for the earlier client. */
export const deleteLeague = defineCall('deleteLeague', {
  route: 'DELETE /leagues/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'grand',
  proof: 'agreed',
  summary: 'Remove a league with all it holds; the reply counts what went with it',
  message: 'League deleted successfully',
  data: z.object({ deletionStats: LeagueDeletionStats }),
});

export const exportLeagues = defineExport('exportLeagues', {
  path: '/admin/leagues/export',
  access: 'grand',
  summary: 'Leagues as CSV, those of their list that search and filters leave',
  query: exportQuery('cohortId', 'state'),
});
