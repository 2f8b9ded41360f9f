import * as z from 'zod/mini';
import { Assignment } from './assignments.ts';
import { defineCall } from './call.ts';
import { HeldCertificate } from './certificates.ts';
import { DAILY_GOALS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { Announcement } from './news.ts';
import { Note, ResourceWithProgress } from './resource-progress.ts';
import { RevisionSums } from './revision.ts';
import { Id, Moment, Named, NullableText, PageQuery, Pagination } from './shared.ts';
import { MySubmission } from './submissions.ts';

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

// Only staff of a shared league may name another account.
const UserQuery = z.object({ userId: z.optional(z.string()) });

// Not validated here: the right to enroll is checked before the fields.
const EnrollBody = z.object({
  cohortId: z.optional(z.unknown()),
  leagueId: z.optional(z.unknown()),
  userId: z.optional(z.unknown()),
});

/** An absent note stays unchanged; null clears it. */
export const SectionBody = z.object({
  personalNote: z.optional(z.nullable(Note)),
  markedForRevision: z.optional(z.boolean({ error: 'markedForRevision must be true or false' })),
});
export type SectionBody = z.infer<typeof SectionBody>;

const NamedAndDescribed = z.object({ id: Id, name: z.string(), description: NullableText });

/** Percentages are whole numbers, by completed resources (docs/product.md OPEN-48). */
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

export const SectionProgress = z.object({
  isCompleted: z.boolean(),
  completedAt: z.nullable(Moment),
  personalNote: NullableText,
  markedForRevision: z.boolean(),
});
export type SectionProgress = z.infer<typeof SectionProgress>;

const Enrollment = z.object({
  id: Id,
  enrollmentId: Id,
  enrolledAt: Moment,
  createdAt: Moment,
  league: z.object({
    ...NamedAndDescribed.shape,
    totalResources: z.number(),
    isExpired: z.boolean(),
    expiresAt: z.nullable(Moment),
  }),
  cohort: Named,
  progress: ProgressSums,
  /** In order; a client may keep a reply from before this field. */
  modules: z.optional(
    z.array(z.object({ ...Named.shape, completedResources: z.number(), totalResources: z.number() })),
  ),
});

export const NextUp = z.object({
  /** The first open resource of each enrolled league that has not ended, last used league first. */
  resources: z.array(
    z.object({
      league: Named,
      week: Named,
      section: Named,
      resource: z.object({
        id: Id,
        title: z.string(),
        type: z.string(),
        minutes: z.optional(z.nullable(z.number())),
      }),
    }),
  ),
  revision: RevisionSums,
  /** Answers that need revision first, then assignments due within a week or overdue. */
  assignments: z.array(
    z.object({
      id: Id,
      title: z.string(),
      league: Named,
      dueDate: z.nullable(Moment),
      isOverdue: z.boolean(),
      status: NullableText,
      /** Name of the reviewer of an answer that needs revision. */
      reviewer: z.optional(NullableText),
    }),
  ),
});
export type NextUp = z.infer<typeof NextUp>;

/** Days on which streaks rest, YYYY-MM-DD, both included. */
export const RestDays = z.object({ from: z.string(), to: z.string() });
export type RestDays = z.infer<typeof RestDays>;

/** Completed resources per YYYY-MM-DD in the product's time zone over the last 53 weeks; other days are absent. */
export const ActivityYear = z.object({
  today: z.string(),
  from: z.string(),
  days: z.record(z.string(), z.number()),
  currentStreak: z.number(),
  longestStreak: z.number(),
  activeDays: z.number(),
  isTodayDone: z.boolean(),
  timeZone: z.optional(z.string()),
  /** Also counts days with a revision, and rests on days of a break; `restsToday` names the break of today. */
  streak: z.optional(
    z.object({
      days: z.number(),
      longest: z.number(),
      isTodayDone: z.boolean(),
      restsToday: NullableText,
    }),
  ),
  /** Breaks of the calendar and all to come, earliest first. */
  breaks: z.optional(z.array(z.object({ name: z.string(), ...RestDays.shape }))),
});
export type ActivityYear = z.infer<typeof ActivityYear>;

export const Dashboard = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: z.string(), createdAt: Moment }),
  enrollments: z.array(Enrollment),
  statistics: z.object({
    totalEnrollments: z.number(),
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
  // Absent when staff see only a part of another learner's record.
  certificates: z.optional(z.array(HeldCertificate)),
  nextUp: z.optional(NextUp),
  activity: z.optional(ActivityYear),
  /** `goal`: resources a day, one of DAILY_GOALS. */
  today: z.optional(z.object({ goal: z.number() })),
  /** Pinned announcements that the learner has not closed, newest first. */
  pinned: z.optional(z.array(Announcement)),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** All data of the league page in one call. */
export const LeagueProgress = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string() }),
  league: z.object({
    ...NamedAndDescribed.shape,
    cohortId: Id,
    isExpired: z.boolean(),
    expiresAt: z.nullable(Moment),
    hasAssignment: z.boolean(),
  }),
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
      earnedAt: z.nullable(Moment),
    }),
  ),
  certificate: z.nullable(HeldCertificate),
  /** Same as in `getLeagueAssignment`; null without an assignment. */
  assignment: z.nullable(Assignment),
  /** Same as in `listMySubmissions`, with every attempt. */
  submissions: z.array(MySubmission),
});
export type LeagueProgress = z.infer<typeof LeagueProgress>;

export const LearningChoices = z.object({
  dailyGoal: z.literal(DAILY_GOALS, { error: `dailyGoal must be one of ${DAILY_GOALS.join(', ')}` }),
  isHiddenFromBoards: z.boolean({ error: 'isHiddenFromBoards must be true or false' }),
});
export type LearningChoices = z.infer<typeof LearningChoices>;

/** Absent fields keep their value. */
export const saveLearningChoices = defineCall('saveLearningChoices', {
  route: 'PUT /users/me/learning',
  access: 'learner',
  summary: 'Choose the resources to complete a day, and whether other learners see the own row on boards',
  body: z.partial(LearningChoices),
  data: LearningChoices,
});

export const getDashboard = defineCall('getDashboard', {
  route: 'GET /progress/dashboard',
  access: 'any',
  summary: 'Enrollments, progress and awards of the caller or, for staff, of another learner',
  query: UserQuery,
  data: Dashboard,
});

export const enrollInLeague = defineCall('enrollInLeague', {
  route: 'POST /progress/enroll',
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

export const getLeagueProgress = defineCall('getLeagueProgress', {
  route: 'GET /progress/leagues/:leagueId',
  access: 'learner',
  summary: 'A league with weeks, sections, resources and progress',
  query: UserQuery,
  data: LeagueProgress,
});

export const completeSection = defineCall('completeSection', {
  route: 'POST /progress/sections/:sectionId/complete',
  access: 'learner',
  summary: 'Complete every resource of a section',
  body: SectionBody,
  data: z.object({ progress: SectionProgress }),
});

export const updateSectionProgress = defineCall('updateSectionProgress', {
  route: 'PUT /progress/sections/:sectionId',
  access: 'learner',
  summary: 'Set the note or the revision mark of a section',
  body: SectionBody,
  data: z.object({ progress: SectionProgress }),
});

export const listEnrollments = defineCall('listEnrollments', {
  route: 'GET /progress/enrollments',
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
  personIdsIn: ({ enrollments }) => enrollments.map(({ user }) => user.id),
});
