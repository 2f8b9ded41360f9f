import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { ID_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import {
  Description,
  Named,
  NullableText,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
} from './shared.ts';

export const SPECIALIZATION_ERRORS = defineErrors({
  SPECIALIZATION_NOT_FOUND: { status: 404, text: 'Specialization not found' },
  SPECIALIZATION_NAME_TAKEN: {
    status: 409,
    text: 'Specialization with this name already exists in the cohort',
  },
  SPECIALIZATION_LEAGUES_UNKNOWN: { status: 400, text: 'One or more leagues not found' },
  SPECIALIZATION_COMPLETED: {
    status: 400,
    text: 'Cannot delete specialization with existing completions',
  },
  // Carries the current `specialization`.
  SPECIALIZATION_CHANGED: {
    status: 409,
    text: 'Somebody else changed this specialization meanwhile. You see its new order of leagues now.',
  },
});

/** Orders are consecutive from 1. */
export const SpecializationLeague = z.object({
  id: z.string(),
  leagueId: z.string(),
  order: z.number(),
  league: z.object({ id: z.string(), name: z.string(), description: NullableText }),
});
export type SpecializationLeague = z.infer<typeof SpecializationLeague>;

export const Specialization = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  cohortId: z.string(),
  cohort: Named,
  leagues: z.array(SpecializationLeague),
  createdAt: z.string(),
  updatedAt: z.string(),
  _count: z.object({ userSpecializations: z.number(), leagues: z.number() }),
});
export type Specialization = z.infer<typeof Specialization>;

export const SPECIALIZATION_LIST = {
  searched: ({ name, description, leagues }) => [
    name,
    description,
    ...leagues.map(({ league }) => league.name),
  ],
  filters: { cohortId: ({ cohortId }, value) => cohortId === value },
  sorts: {
    name: ({ name }) => name,
    cohort: ({ cohort }) => cohort.name,
    leagues: ({ _count }) => _count.leagues,
    completed: ({ _count }) => _count.userSpecializations,
  },
} satisfies ListRules<Specialization>;

/** Completions are a count, never a list of people. */
export const SpecializationDetail = z.extend(Specialization, {
  leagues: z.array(
    z.extend(SpecializationLeague, {
      league: z.object({
        id: z.string(),
        name: z.string(),
        description: NullableText,
        weeks: z.array(z.object({ id: z.string(), name: z.string(), order: z.number() })),
      }),
    }),
  ),
});
export type SpecializationDetail = z.infer<typeof SpecializationDetail>;

const name = requiredText({ required: 'name is required', field: 'Name' });
const cohortId = requiredId('cohortId is required');

const NO_LEAGUE = 'At least one league is required for specialization';
const FIELDS = 'Each league must have leagueId and order fields';

// Only the relative order of the numbers counts.
const LeagueChoice = z.object(
  {
    leagueId: z
      .string({ error: FIELDS })
      .check(z.minLength(1, { error: FIELDS }), z.maxLength(ID_MAX_LENGTH, { error: FIELDS })),
    order: z.int({ error: FIELDS }),
  },
  { error: FIELDS },
);
export type LeagueChoice = z.infer<typeof LeagueChoice>;

const leagues = z.array(LeagueChoice, { error: NO_LEAGUE }).check(
  z.minLength(1, { error: NO_LEAGUE }),
  z.refine((items) => new Set(items.map((item) => item.leagueId)).size === items.length, {
    error: 'Each league may be chosen only once',
  }),
);

export const CreateSpecializationBody = z.object({ name, cohortId, leagues, description: Description });
export type CreateSpecializationBody = z.infer<typeof CreateSpecializationBody>;
export const UpdateSpecializationBody = z.extend(z.partial(CreateSpecializationBody), {
  /** `updatedAt` that the change started from; a different current value is refused. Absent skips the check. */
  expectedUpdatedAt: z.optional(z.string({ error: 'expectedUpdatedAt must be a string' })),
});
export type UpdateSpecializationBody = z.infer<typeof UpdateSpecializationBody>;

export const listSpecializations = defineCall('listSpecializations', {
  route: 'GET /specializations',
  access: 'any',
  summary: 'Specializations, the newest first (all of them unless a limit is given)',
  query: z.extend(PageQuery, { cohortId: z.optional(z.string()) }),
  data: z.object({ specializations: z.array(Specialization), pagination: Pagination }),
});

export const getSpecialization = defineCall('getSpecialization', {
  route: 'GET /specializations/:id',
  access: 'learner',
  summary: 'One specialization with its leagues and their weeks',
  data: SpecializationDetail,
});

export const createSpecialization = defineCall('createSpecialization', {
  route: 'POST /specializations',
  access: 'grand',
  summary: 'Add a specialization',
  message: 'Specialization created successfully',
  status: 201,
  body: CreateSpecializationBody,
  data: Specialization,
});

export const updateSpecialization = defineCall('updateSpecialization', {
  route: 'PUT /specializations/:id',
  access: 'grand',
  summary: 'Change a specialization; absent fields stay as they are, a list of leagues replaces the old one',
  message: 'Specialization updated successfully',
  body: UpdateSpecializationBody,
  data: Specialization,
});

export const deleteSpecialization = defineCall('deleteSpecialization', {
  route: 'DELETE /specializations/:id',
  access: 'grand',
  summary: 'Remove a specialization that nobody has completed',
  message: 'Specialization deleted successfully',
});

export const exportSpecializations = defineExport('exportSpecializations', {
  path: '/admin/specializations/export',
  access: 'grand',
  summary: 'Specializations as CSV, those of their list that search and filters leave',
  query: exportQuery('cohortId'),
});
