import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { INTEGER_MAX } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { Description, Named, NullableText, PageQuery, Pagination, requiredText } from './shared.ts';

export const COHORT_ERRORS = defineErrors({
  COHORT_NOT_FOUND: { status: 404, text: 'Cohort not found' },
  COHORT_NAME_TAKEN: { status: 409, text: 'Cohort with this name already exists' },
  COHORT_IN_USE: { status: 400, text: 'Cannot delete cohort with existing enrollments or specializations' },
  COHORT_HAS_LEAGUES: {
    status: 400,
    text: 'Cannot delete cohort with existing leagues. Please move or delete its leagues first.',
  },
});

export const Cohort = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  isActive: z.boolean(),
  /** New accounts of this cohort become ACTIVE without approval. */
  autoApprove: z.boolean(),
  maxEnrollments: z.nullable(z.number()),
  createdAt: z.string(),
  updatedAt: z.string(),
  specializations: z.array(Named),
  _count: z.object({ enrollments: z.number(), specializations: z.number(), leagues: z.number() }),
});
export type Cohort = z.infer<typeof Cohort>;

/** Never lists the enrolled people. */
export const CohortDetail = z.extend(Cohort, {
  specializations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: NullableText,
      leagues: z.array(z.object({ id: z.string(), leagueId: z.string(), order: z.number(), league: Named })),
    }),
  ),
});
export type CohortDetail = z.infer<typeof CohortDetail>;

export const COHORT_LIST = {
  searched: ({ name, description }) => [name, description],
  filters: { state: ({ isActive }, value) => isActive === (value === 'active') },
  sorts: {
    name: ({ name }) => name,
    state: ({ isActive }) => (isActive ? 0 : 1),
    enrollments: ({ _count }) => _count.enrollments,
    specializations: ({ _count }) => _count.specializations,
    created: ({ createdAt }) => createdAt,
  },
} satisfies ListRules<Cohort>;

const name = requiredText({ required: 'name is required', field: 'Name' });
const settings = {
  description: Description,
  isActive: z.optional(z.boolean({ error: 'isActive must be a boolean' })),
  autoApprove: z.optional(z.boolean({ error: 'autoApprove must be a boolean' })),
  maxEnrollments: z.optional(
    z.nullable(
      z.number({ error: 'maxEnrollments must be a positive integer' }).check(
        z.refine((value) => Number.isInteger(value) && value >= 1 && value <= INTEGER_MAX, {
          error: 'maxEnrollments must be a positive integer',
        }),
      ),
    ),
  ),
};

export const CreateCohortBody = z.object({ name, ...settings });
export type CreateCohortBody = z.infer<typeof CreateCohortBody>;
export const UpdateCohortBody = z.object({ name: z.optional(name), ...settings });
export type UpdateCohortBody = z.infer<typeof UpdateCohortBody>;

export const listCohorts = defineCall('listCohorts', {
  route: 'GET /cohorts',
  access: 'any',
  summary: 'Cohorts, the active ones first, then the newest (all of them unless a limit is given)',
  query: z.extend(PageQuery, { isActive: z.optional(z.string()) }),
  data: z.object({ cohorts: z.array(Cohort), pagination: Pagination }),
});

export const getCohort = defineCall('getCohort', {
  route: 'GET /cohorts/:id',
  access: 'any',
  summary: 'One cohort with its specializations and their leagues',
  data: CohortDetail,
});

export const createCohort = defineCall('createCohort', {
  route: 'POST /cohorts',
  access: 'grand',
  summary: 'Add a cohort',
  message: 'Cohort created successfully',
  status: 201,
  body: CreateCohortBody,
  data: Cohort,
});

export const updateCohort = defineCall('updateCohort', {
  route: 'PUT /cohorts/:id',
  access: 'grand',
  summary: 'Change a cohort; absent fields stay as they are',
  message: 'Cohort updated successfully',
  body: UpdateCohortBody,
  data: Cohort,
});

export const deleteCohort = defineCall('deleteCohort', {
  route: 'DELETE /cohorts/:id',
  access: 'grand',
  proof: 'agreed',
  summary: 'Remove a cohort that has no enrollments, specializations or leagues',
  message: 'Cohort deleted successfully',
});

export const exportCohorts = defineExport('exportCohorts', {
  path: '/admin/cohorts/export',
  access: 'grand',
  summary: 'Cohorts as CSV, those of their list that search and filters leave',
  query: exportQuery('state'),
});
