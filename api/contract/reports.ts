import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Moment, Named, PageQuery, Pagination } from './shared.ts';

export const ANALYTICS_ERRORS = defineErrors({
  ANALYTICS_USER_NOT_FOUND: { status: 404, text: 'User not found' },
  ANALYTICS_COHORT_NOT_FOUND: { status: 404, text: 'Cohort not found' },
  ANALYTICS_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  ANALYTICS_WEEK_NOT_FOUND: { status: 404, text: 'Week not found' },
  ANALYTICS_SECTION_NOT_FOUND: { status: 404, text: 'Section not found' },
  OTHERS_ANALYTICS: { status: 403, text: "Insufficient permissions to view other users' analytics" },
});

export const ANALYTICS_PAGE_SIZE = 100;

// Reports count every row.
const REPORT_DEADLINE_MS = 20_000;

/** Staff below GRAND get sums over the leagues where they have View Analytics. */
export const PlatformAnalytics = z.object({
  users: z.object({
    total: z.number(),
    active: z.number(),
    pending: z.number(),
    suspended: z.number(),
  }),
  learning: z.object({
    totalLeagues: z.number(),
    totalWeeks: z.number(),
    totalSections: z.number(),
    totalResources: z.number(),
    totalEnrollments: z.number(),
    /** Per cent of the resources that learners are enrolled for. */
    overallCompletionRate: z.number(),
  }),
  achievements: z.object({
    badgesAwarded: z.number(),
    specializationsCompleted: z.number(),
    assignmentSubmissions: z.number(),
  }),
});
export type PlatformAnalytics = z.infer<typeof PlatformAnalytics>;

// Percentages are by resources (docs/product.md OPEN-48).
const LeagueStanding = {
  league: Named,
  totalSections: z.number(),
  completedSections: z.number(),
  totalResources: z.number(),
  completedResources: z.number(),
  progressPercentage: z.number(),
};

export const CohortAnalytics = z.object({
  cohort: Named,
  totalEnrollments: z.number(),
  totalSpecializations: z.number(),
  leagueProgress: z.array(z.object({ userId: z.string(), userName: z.string(), ...LeagueStanding })),
  pagination: Pagination,
});
export type CohortAnalytics = z.infer<typeof CohortAnalytics>;

export const UserAnalytics = z.object({
  user: z.object({ id: z.string(), name: z.string(), role: z.string() }),
  summary: z.object({
    totalEnrollments: z.number(),
    badgesEarned: z.number(),
    specializationsCompleted: z.number(),
    averageProgress: z.number(),
  }),
  progressData: z.array(z.object({ cohort: Named, enrolledAt: Moment, ...LeagueStanding })),
});
export type UserAnalytics = z.infer<typeof UserAnalytics>;

const Level = z.object({ weeks: z.number(), sections: z.number(), resources: z.number() });
const Counts = z.object({ totals: Level, completed: Level, completionPercentages: Level });
export type Counts = z.infer<typeof Counts>;

/** `global` covers the person's enrolled leagues; the others are null unless their id was sent. */
export const CountsData = z.object({
  global: Counts,
  league: z.nullable(Counts),
  week: z.nullable(Counts),
  section: z.nullable(Counts),
});
export type CountsData = z.infer<typeof CountsData>;

export const CountsQuery = z.object({
  userId: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  weekId: z.optional(z.string()),
  sectionId: z.optional(z.string()),
});
export type CountsQuery = z.infer<typeof CountsQuery>;

export const getPlatformAnalytics = defineCall('getPlatformAnalytics', {
  route: 'GET /analytics/platform',
  access: 'staff',
  summary: 'Totals of people, learning and achievements',
  data: PlatformAnalytics,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const getCohortAnalytics = defineCall('getCohortAnalytics', {
  route: 'GET /analytics/cohort/:cohortId',
  access: 'staff',
  summary: 'How the learners of a cohort stand, newest enrollment first',
  query: PageQuery,
  data: CohortAnalytics,
  personIdsIn: ({ leagueProgress }) => leagueProgress.map(({ userId }) => userId),
});

export const getUserAnalytics = defineCall('getUserAnalytics', {
  route: 'GET /analytics/user/:userId',
  access: 'any',
  summary: "A learner's report: the own one, or another's for staff",
  data: UserAnalytics,
});

export const getCounts = defineCall('getCounts', {
  route: 'GET /analytics/counts',
  access: 'any',
  summary: 'Totals and what is completed, at each level',
  query: CountsQuery,
  data: CountsData,
});

/** Allowed values of `days`; the first is the default. */
export const REPORT_DAYS = [90, 30, 365] as const;
/** Days without activity after which a learner counts as stopped. */
export const STOPPED_DAYS = 14;
/** Upper bounds, in days, of the age groups; the last group has none. */
export const WAITING_DAYS = [1, 3, 7] as const;

const ReportQuery = z.object({ days: z.optional(z.string()), leagueId: z.optional(z.string()) });
export type ReportQuery = z.infer<typeof ReportQuery>;

// YYYY-MM-DD in the product's time zone.
const Day = z.string();

export const ActivityReport = z.object({
  days: z.number(),
  byDay: z.array(z.object({ day: Day, learners: z.number() })),
  /** `week` is the date of its Monday. */
  byWeek: z.array(z.object({ week: Day, learners: z.number() })),
  /** Distinct learners over the whole period. */
  learners: z.number(),
});
export type ActivityReport = z.infer<typeof ActivityReport>;

const Step = z.object({
  id: z.string(),
  name: z.string(),
  started: z.number(),
  finished: z.number(),
});

export const CompletionReport = z.object({
  leagues: z.array(
    z.extend(Step, {
      enrolled: z.number(),
      /** Mean over the enrolled, in whole per cent of the resources. */
      averagePercentage: z.number(),
    }),
  ),
  league: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      enrolled: z.number(),
      weeks: z.array(
        z.extend(Step, {
          sections: z.array(
            z.extend(Step, {
              /**
               * Learners whose furthest section is this one, with the league unfinished and no activity for
               * STOPPED_DAYS.
               */
              stopped: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type CompletionReport = z.infer<typeof CompletionReport>;

const Waiting = z.object({
  total: z.number(),
  oldestAt: z.nullable(Moment),
  /** Youngest first; one entry more than WAITING_DAYS. */
  byAge: z.array(z.number()),
});

export const SubmissionReport = z.object({
  waiting: Waiting,
  byLeague: z.array(z.object({ league: Named, waiting: z.number(), oldestAt: Moment })),
  days: z.number(),
  reviewed: z.number(),
  medianHours: z.nullable(z.number()),
});
export type SubmissionReport = z.infer<typeof SubmissionReport>;

export const ApprovalReport = z.object({
  days: z.number(),
  waiting: Waiting,
  signUps: z.number(),
  approved: z.number(),
  medianHours: z.nullable(z.number()),
  /** Grouped by week of sign-up, dated by its Monday. */
  byWeek: z.array(
    z.object({
      week: Day,
      signUps: z.number(),
      approved: z.number(),
      medianHours: z.nullable(z.number()),
    }),
  ),
});
export type ApprovalReport = z.infer<typeof ApprovalReport>;

export const getActivityReport = defineCall('getActivityReport', {
  route: 'GET /reports/activity',
  access: 'staff',
  summary: 'Active learners by day and week',
  query: ReportQuery,
  data: ActivityReport,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const getCompletionReport = defineCall('getCompletionReport', {
  route: 'GET /reports/completion',
  access: 'staff',
  summary: 'Who started and who finished, by league, and by week and section of one league',
  query: ReportQuery,
  data: CompletionReport,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const exportCompletion = defineExport('exportCompletion', {
  path: '/reports/completion/export',
  access: 'staff',
  summary:
    'Who started and who finished as CSV: by league, or by week and section of the league that is named',
  query: ReportQuery,
});

export const getSubmissionReport = defineCall('getSubmissionReport', {
  route: 'GET /reports/submissions',
  access: 'staff',
  summary: 'Submissions that wait for a review, and how long reviews took',
  query: ReportQuery,
  data: SubmissionReport,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const getApprovalReport = defineCall('getApprovalReport', {
  route: 'GET /reports/approvals',
  access: 'staff',
  summary: 'Sign-ups, and how long approvals took',
  query: ReportQuery,
  data: ApprovalReport,
  deadlineMs: REPORT_DEADLINE_MS,
});
