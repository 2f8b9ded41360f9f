import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { NOTE_MAX_LENGTH, TIME_SPENT_MAX_SECONDS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { cleanText, Id, lengthOf, Moment, NullableText, PageQuery, Pagination } from './shared.ts';

/** Refusals of contract 1.6 and 1.7. */
export const LEARNING_ERRORS = defineErrors({
  LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  COHORT_NOT_FOUND: { status: 404, text: 'Cohort not found' },
  USER_NOT_FOUND: { status: 404, text: 'User not found' },
  SECTION_NOT_FOUND: { status: 404, text: 'Section not found' },
  RESOURCE_NOT_FOUND: { status: 404, text: 'Resource not found' },
  LEAGUE_NOT_ENROLLED: { status: 404, text: 'User is not enrolled in this league' },
  PROGRESS_OF_OTHERS_REFUSED: {
    status: 403,
    text: "Insufficient permissions to view other users' progress",
  },
  ENROLL_OTHERS_REFUSED: { status: 403, text: 'Insufficient permissions to enroll other users' },
  ENROLL_FIELDS_MISSING: { status: 400, text: 'Missing required fields' },
  ENROLL_COHORT_INACTIVE: { status: 400, text: 'Cannot enroll in inactive cohort' },
  ENROLL_USER_INACTIVE: { status: 400, text: 'Cannot enroll inactive user' },
  LEAGUE_EXPIRED: {
    status: 400,
    text: 'Enrollment for this league is expired. Please check back later.',
  },
  COHORT_FULL: { status: 409, text: 'This cohort has no places left' },
  ALREADY_ENROLLED: { status: 409, text: 'User is already enrolled in this cohort/league combination' },
  SECTION_EMPTY: { status: 400, text: 'A section without resources cannot be completed' },
});

/** A learner's note: text, not empty, at most 1000 characters as a person counts them (NOTE-09, NOTE-10, NOTE-11). */
export const Note = z.pipe(
  z.pipe(z.string({ error: 'Note must be a string' }), z.transform(cleanText)),
  z.string().check(
    z.refine((value) => value.length > 0, { error: 'Note cannot be empty', abort: true }),
    z.refine((value) => lengthOf(value) <= NOTE_MAX_LENGTH, {
      error: `Note cannot exceed ${NOTE_MAX_LENGTH} characters`,
    }),
  ),
);

/** Seconds spent on a resource, 0 to 86400; fractions are dropped (NOTE-12, NOTE-13). */
export const TimeSpent = z.pipe(
  z.any().check(
    z.refine((value) => typeof value === 'number' && value >= 0, {
      error: 'Time spent must be a positive number',
      abort: true,
    }),
    z.refine((value) => value <= TIME_SPENT_MAX_SECONDS, { error: 'Time spent cannot exceed 24 hours' }),
  ),
  z.transform((value: number) => Math.floor(value)),
) as unknown as z.ZodMiniType<number, unknown>;

/** `userId` of another account is for staff of a league that account is in. */
export const UserQuery = z.object({ userId: z.optional(z.string()) });

/** Kept loose on purpose: who may enroll is judged before any word about the fields. */
export const EnrollBody = z.object({
  cohortId: z.optional(z.unknown()),
  leagueId: z.optional(z.unknown()),
  userId: z.optional(z.unknown()),
});

/** Absent leaves the words as they are; null clears the note. */
export const SectionWords = z.object({
  personalNote: z.optional(z.nullable(Note)),
  markedForRevision: z.optional(z.boolean({ error: 'markedForRevision must be true or false' })),
});
export type SectionWords = z.infer<typeof SectionWords>;

export const CompleteBody = z.object({
  timeSpent: z.optional(TimeSpent),
  personalNote: z.optional(Note),
});
export const RevisionBody = z.object({ personalNote: z.optional(Note) });
export const NoteBody = z.object({ personalNote: Note });

const Named = z.object({ id: Id, name: z.string() });
const NamedAndDescribed = z.object({ id: Id, name: z.string(), description: NullableText });

/** How far a learner is; percentages are whole numbers of resources done (OPEN-48). */
export const ProgressSums = z.object({
  completedResources: z.number(),
  totalResources: z.number(),
  completedSections: z.number(),
  totalSections: z.number(),
  completedWeeks: z.number(),
  weeksCount: z.number(),
  progressPercentage: z.number(),
});
export type ProgressSums = z.infer<typeof ProgressSums>;

/** A learner's record on one resource (ENT-44). `timeSpent` is in seconds. */
export const ResourceProgress = z.object({
  isCompleted: z.boolean(),
  completedAt: z.nullable(Moment),
  markedForRevision: z.boolean(),
  personalNote: NullableText,
  timeSpent: z.nullable(z.number()),
});
export type ResourceProgress = z.infer<typeof ResourceProgress>;

/** The same as a row; id and moments are null where nothing was ever recorded. */
export const ProgressRow = z.object({
  ...ResourceProgress.shape,
  id: z.nullable(Id),
  userId: Id,
  resourceId: Id,
  createdAt: z.nullable(Moment),
  updatedAt: z.nullable(Moment),
});
export type ProgressRow = z.infer<typeof ProgressRow>;

export const SectionProgress = z.object({
  isCompleted: z.boolean(),
  completedAt: z.nullable(Moment),
  personalNote: NullableText,
  markedForRevision: z.boolean(),
});
export type SectionProgress = z.infer<typeof SectionProgress>;

export const ResourceWithProgress = z.object({
  id: Id,
  title: z.string(),
  url: z.string(),
  type: z.string(),
  order: z.number(),
  progress: ResourceProgress,
});
export type ResourceWithProgress = z.infer<typeof ResourceWithProgress>;

export const Enrollment = z.object({
  id: Id,
  enrollmentId: Id,
  enrolledAt: Moment,
  createdAt: Moment,
  league: z.object({
    ...NamedAndDescribed.shape,
    totalResources: z.number(),
    isExpired: z.boolean(),
  }),
  cohort: Named,
  progress: ProgressSums,
});

/** Everything the overview page shows (ENT-46). */
export const Dashboard = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: z.string(), createdAt: Moment }),
  enrollments: z.array(Enrollment),
  statistics: z.object({
    totalEnrollments: z.number(),
    /** Every league there is, for 'enrolled out of all leagues' (DASH-06). */
    totalLeagues: z.number(),
    totalSections: z.number(),
    totalCompletedSections: z.number(),
    totalResources: z.number(),
    totalCompletedResources: z.number(),
    overallProgress: z.number(),
    badgesEarned: z.number(),
    specializationsCompleted: z.number(),
  }),
  badges: z.array(
    z.object({
      ...NamedAndDescribed.shape,
      imageUrl: NullableText,
      league: Named,
      earnedAt: Moment,
    }),
  ),
  specializations: z.array(z.object({ ...NamedAndDescribed.shape, completedAt: Moment })),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** A league with a learner's progress, down to the resources: all that the league page needs (ENT-38). */
export const LeagueProgress = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string() }),
  league: z.object({
    ...NamedAndDescribed.shape,
    cohortId: Id,
    isExpired: z.boolean(),
    /** Whether there is an assignment to ask for. */
    hasAssignment: z.boolean(),
  }),
  /** Null for staff who look at a league of theirs without being enrolled. */
  enrollment: z.nullable(z.object({ id: Id, enrolledAt: Moment })),
  progress: z.object({
    ...ProgressSums.shape,
    weeks: z.array(
      z.object({
        ...NamedAndDescribed.shape,
        order: z.number(),
        isCompleted: z.boolean(),
        completedResources: z.number(),
        totalResources: z.number(),
        completedSections: z.number(),
        totalSections: z.number(),
        progressPercentage: z.number(),
        sections: z.array(
          z.object({
            ...NamedAndDescribed.shape,
            order: z.number(),
            resourceCount: z.number(),
            completedResources: z.number(),
            progress: SectionProgress,
            resources: z.array(ResourceWithProgress),
          }),
        ),
      }),
    ),
  }),
  badge: z.nullable(
    z.object({
      ...NamedAndDescribed.shape,
      imageUrl: NullableText,
      /** Null until it is earned. */
      earnedAt: z.nullable(Moment),
    }),
  ),
});
export type LeagueProgress = z.infer<typeof LeagueProgress>;

export const SectionResources = z.object({
  section: z.object({
    ...NamedAndDescribed.shape,
    order: z.number(),
    week: z.object({ ...Named.shape, league: Named }),
  }),
  resources: z.array(ResourceWithProgress),
  statistics: z.object({
    totalResources: z.number(),
    completedResources: z.number(),
    markedForRevision: z.number(),
    completionPercentage: z.number(),
    /** Seconds. */
    totalTimeSpent: z.number(),
  }),
});
export type SectionResources = z.infer<typeof SectionResources>;

const PlacedResource = z.object({
  id: Id,
  title: z.string(),
  url: z.string(),
  type: z.string(),
  order: z.number(),
  section: z.object({ ...Named.shape, week: z.object({ ...Named.shape, league: Named }) }),
});

export const ResourceWithPlace = z.object({ resource: PlacedResource, progress: ProgressRow });
export type ResourceWithPlace = z.infer<typeof ResourceWithPlace>;

export const getDashboard = defineCall({
  name: 'getDashboard',
  method: 'GET',
  path: '/progress/dashboard',
  access: 'any',
  summary: 'Enrollments, progress and awards of the caller or, for staff, of another learner',
  query: UserQuery,
  data: Dashboard,
});

export const enrollInLeague = defineCall({
  name: 'enrollInLeague',
  method: 'POST',
  path: '/progress/enroll',
  access: 'any',
  summary: 'Enroll in a league; staff may enroll others in leagues of theirs',
  status: 201,
  body: EnrollBody,
  data: z.object({
    enrollment: z.object({
      id: Id,
      userId: Id,
      cohortId: Id,
      leagueId: Id,
      enrolledAt: Moment,
      league: Named,
      cohort: Named,
    }),
  }),
});

export const getLeagueProgress = defineCall({
  name: 'getLeagueProgress',
  method: 'GET',
  path: '/progress/leagues/:leagueId',
  access: 'any',
  summary: 'A league with weeks, sections, resources and progress',
  query: UserQuery,
  data: LeagueProgress,
});

export const completeSection = defineCall({
  name: 'completeSection',
  method: 'POST',
  path: '/progress/sections/:sectionId/complete',
  access: 'learner',
  summary: 'Complete every resource of a section',
  body: SectionWords,
  data: z.object({ progress: SectionProgress }),
});

export const updateSectionProgress = defineCall({
  name: 'updateSectionProgress',
  method: 'PUT',
  path: '/progress/sections/:sectionId',
  access: 'learner',
  summary: 'Set the note or the revision mark of a section',
  body: SectionWords,
  data: z.object({ progress: SectionProgress }),
});

export const listEnrollments = defineCall({
  name: 'listEnrollments',
  method: 'GET',
  path: '/progress/enrollments',
  access: 'staff',
  summary: 'Enrollments with progress, newest first, within the caller’s leagues',
  query: z.object({
    ...PageQuery.shape,
    cohortId: z.optional(z.string()),
    leagueId: z.optional(z.string()),
    userId: z.optional(z.string()),
  }),
  data: z.object({
    enrollments: z.array(
      z.object({
        id: Id,
        enrolledAt: Moment,
        updatedAt: Moment,
        user: z.object({ id: Id, name: z.string(), email: z.string() }),
        cohort: Named,
        league: Named,
        progress: ProgressSums,
      }),
    ),
    pagination: Pagination,
  }),
});

export const listSectionResources = defineCall({
  name: 'listSectionResources',
  method: 'GET',
  path: '/resource-progress/section/:sectionId/resources',
  access: 'any',
  summary: 'Resources of a section with own progress',
  data: SectionResources,
});

export const listRevision = defineCall({
  name: 'listRevision',
  method: 'GET',
  path: '/resource-progress/revision/list',
  access: 'any',
  summary: 'Resources marked for revision, newest change first',
  query: PageQuery,
  data: z.object({ revisionResources: z.array(ResourceWithPlace), pagination: Pagination }),
});

export const getResourceProgress = defineCall({
  name: 'getResourceProgress',
  method: 'GET',
  path: '/resource-progress/:resourceId',
  access: 'any',
  summary: 'A resource, where it stands, and own progress',
  data: ResourceWithPlace,
});

export const completeResource = defineCall({
  name: 'completeResource',
  method: 'POST',
  path: '/resource-progress/:resourceId/complete',
  access: 'learner',
  summary: 'Mark a resource completed',
  body: CompleteBody,
  data: ProgressRow,
});

export const markForRevision = defineCall({
  name: 'markForRevision',
  method: 'POST',
  path: '/resource-progress/:resourceId/revision',
  access: 'learner',
  summary: 'Mark a resource for revision',
  body: RevisionBody,
  data: ProgressRow,
});

export const saveNote = defineCall({
  name: 'saveNote',
  method: 'PUT',
  path: '/resource-progress/:resourceId/note',
  access: 'learner',
  summary: 'Save a note on a resource',
  body: NoteBody,
  data: ProgressRow,
});

export const resetResource = defineCall({
  name: 'resetResource',
  method: 'DELETE',
  path: '/resource-progress/:resourceId/reset',
  access: 'learner',
  summary: 'Clear completion, revision mark and time of a resource; the note stays',
  data: ProgressRow,
});
