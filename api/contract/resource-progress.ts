import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { NOTE_MAX_LENGTH, TIME_SPENT_MAX_SECONDS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { ResourceFields, ResourceProgress } from './resources.ts';
import { Id, Moment, Named, NullableText, PageQuery, Pagination } from './shared.ts';
import { cleanProse, lengthOf } from './text.ts';

export const RESOURCE_PROGRESS_ERRORS = defineErrors({
  // Carries `currentNote`, or null.
  NOTE_CHANGED: { status: 409, text: 'The note was changed elsewhere. Nothing was overwritten.' },
});

export const Note = z.pipe(
  z.pipe(z.string({ error: 'Note must be a string' }), z.transform(cleanProse)),
  z.string().check(
    z.refine((value) => value.length > 0, { error: 'Note cannot be empty', abort: true }),
    z.refine((value) => lengthOf(value) <= NOTE_MAX_LENGTH, {
      error: `Note cannot exceed ${NOTE_MAX_LENGTH} characters`,
    }),
  ),
);

// Whole seconds up to one day; fractions are dropped.
const TimeSpent = z.pipe(
  z.any().check(
    z.refine((value) => typeof value === 'number' && value >= 0, {
      error: 'Time spent must be a positive number',
      abort: true,
    }),
    z.refine((value) => value <= TIME_SPENT_MAX_SECONDS, { error: 'Time spent cannot exceed 24 hours' }),
  ),
  z.transform((value: number) => Math.floor(value)),
) as unknown as z.ZodMiniType<number, unknown>;

const CompleteBody = z.object({
  timeSpent: z.optional(TimeSpent),
  personalNote: z.optional(Note),
});
const RevisionBody = z.object({ personalNote: z.optional(Note) });
// `expectedNote` is the note last seen, null for none; a different current note answers NOTE_CHANGED. Absent
// overwrites.
const NoteBody = z.object({
  personalNote: Note,
  expectedNote: z.optional(z.nullable(z.string({ error: 'expectedNote must be a string' }))),
});

/** Id and moments are null when nothing was recorded. */
export const ProgressRow = z.object({
  ...ResourceProgress.shape,
  id: z.nullable(Id),
  userId: Id,
  resourceId: Id,
  createdAt: z.nullable(Moment),
  updatedAt: z.nullable(Moment),
});
export type ProgressRow = z.infer<typeof ProgressRow>;

export const ResourceWithProgress = z.object({
  id: Id,
  ...ResourceFields,
  type: z.string(),
  order: z.number(),
  progress: ResourceProgress,
});
export type ResourceWithProgress = z.infer<typeof ResourceWithProgress>;

export const SectionResources = z.object({
  section: z.object({
    ...Named.shape,
    description: NullableText,
    order: z.number(),
    week: z.object({ ...Named.shape, league: Named }),
  }),
  resources: z.array(ResourceWithProgress),
  statistics: z.object({
    totalResources: z.number(),
    completedResources: z.number(),
    markedForRevision: z.number(),
    completionPercentage: z.number(),
    totalTimeSpent: z.number(),
  }),
});
export type SectionResources = z.infer<typeof SectionResources>;

const PlacedResource = z.object({
  id: Id,
  ...ResourceFields,
  type: z.string(),
  order: z.number(),
  section: z.object({ ...Named.shape, week: z.object({ ...Named.shape, league: Named }) }),
});

export const ResourceWithPlace = z.object({ resource: PlacedResource, progress: ProgressRow });
export type ResourceWithPlace = z.infer<typeof ResourceWithPlace>;

export const listSectionResourceProgress = defineCall('listSectionResources', {
  route: 'GET /resource-progress/section/:sectionId/resources',
  access: 'learner',
  summary: 'Resources of a section with own progress',
  data: SectionResources,
});

export const listRevision = defineCall('listRevision', {
  route: 'GET /resource-progress/revision/list',
  access: 'learner',
  summary: 'Resources marked for revision, newest change first',
  query: PageQuery,
  data: z.object({ revisionResources: z.array(ResourceWithPlace), pagination: Pagination }),
});

export const getResourceProgress = defineCall('getResourceProgress', {
  route: 'GET /resource-progress/:resourceId',
  access: 'learner',
  summary: 'A resource, where it stands, and own progress',
  data: ResourceWithPlace,
});

export const completeResource = defineCall('completeResource', {
  route: 'POST /resource-progress/:resourceId/complete',
  access: 'learner',
  summary: 'Mark a resource completed',
  body: CompleteBody,
  data: ProgressRow,
});

export const markForRevision = defineCall('markForRevision', {
  route: 'POST /resource-progress/:resourceId/revision',
  access: 'learner',
  summary: 'Mark a resource for revision',
  body: RevisionBody,
  data: ProgressRow,
});

export const saveNote = defineCall('saveNote', {
  route: 'PUT /resource-progress/:resourceId/note',
  access: 'learner',
  summary: 'Save a note on a resource',
  body: NoteBody,
  data: ProgressRow,
});

export const resetResource = defineCall('resetResource', {
  route: 'DELETE /resource-progress/:resourceId/reset',
  access: 'learner',
  summary: 'Clear completion, revision mark and time of a resource; the note stays',
  data: ProgressRow,
});
