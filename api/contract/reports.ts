import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { defineExport } from './exports.ts';
import { Moment, PageQuery, Pagination } from './shared.ts';

export const ANALYTICS_ERRORS = defineErrors({
  ANALYTICS_USER_NOT_FOUND: { status: 404, text: 'User not found' },
  ANALYTICS_COHORT_NOT_FOUND: { status: 404, text: 'Cohort not found' },
  ANALYTICS_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  ANALYTICS_WEEK_NOT_FOUND: { status: 404, text: 'Week not found' },
  ANALYTICS_SECTION_NOT_FOUND: { status: 404, text: 'Section not found' },
  OTHERS_ANALYTICS: { status: 403, text: "Insufficient permissions to view other users' analytics" },
});

export const ANALYTICS_PAGE_SIZE = 100;

/** Reports count every row each time. */
const REPORT_DEADLINE_MS = 20_000;

const Named = z.object({ id: z.string(), name: z.string() });

/** Sums over everything; for staff who are not GRAND, over the leagues where they have View Analytics. */
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
    /** Completed resources out of all that learners are enrolled for, in per cent. */
    overallCompletionRate: z.number(),
  }),
  achievements: z.object({
    badgesAwarded: z.number(),
    specializationsCompleted: z.number(),
    assignmentSubmissions: z.number(),
  }),
});
export type PlatformAnalytics = z.infer<typeof PlatformAnalytics>;

/** One learner in one league. The percentage is over resources, as on every other screen (docs/product.md OPEN-48). */
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
    /** The mean of the leagues' percentages. */
    averageProgress: z.number(),
  }),
  progressData: z.array(z.object({ cohort: Named, enrolledAt: Moment, ...LeagueStanding })),
});
export type UserAnalytics = z.infer<typeof UserAnalytics>;

const Level = z.object({ weeks: z.number(), sections: z.number(), resources: z.number() });
const Counts = z.object({ totals: Level, completed: Level, completionPercentages: Level });
export type Counts = z.infer<typeof Counts>;

/** `global` is over the leagues a person is enrolled in; the others stand when their id was sent, null otherwise. */
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

export const getPlatformAnalytics = defineCall({
  name: 'getPlatformAnalytics',
  method: 'GET',
  path: '/analytics/platform',
  access: 'staff',
  summary: 'Totals of people, learning and achievements',
  data: PlatformAnalytics,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const getCohortAnalytics = defineCall({
  name: 'getCohortAnalytics',
  method: 'GET',
  path: '/analytics/cohort/:cohortId',
  access: 'staff',
  summary: 'How the learners of a cohort stand, newest enrollment first',
  query: PageQuery,
  data: CohortAnalytics,
  people: ({ leagueProgress }) => leagueProgress.map(({ userId }) => userId),
});

export const getUserAnalytics = defineCall({
  name: 'getUserAnalytics',
  method: 'GET',
  path: '/analytics/user/:userId',
  access: 'any',
  summary: "A learner's report: the own one, or another's for staff",
  data: UserAnalytics,
});

export const getCounts = defineCall({
  name: 'getCounts',
  method: 'GET',
  path: '/analytics/counts',
  access: 'any',
  summary: 'Totals and what is completed, at each level',
  query: CountsQuery,
  data: CountsData,
});

/** How far back the reports that take `days` look; anything else counts as the first. */
export const REPORT_DAYS = [90, 30, 365] as const;
/** Who has not moved for so long counts as having stopped. */
export const STOPPED_DAYS = 14;
/** The upper ends, in days, of the groups that waiting things are sorted into by age; the last group has none. */
export const WAITING_DAYS = [1, 3, 7] as const;

const ReportQuery = z.object({ days: z.optional(z.string()), leagueId: z.optional(z.string()) });
export type ReportQuery = z.infer<typeof ReportQuery>;

/** A calendar day of the product's time zone, YYYY-MM-DD. */
const Day = z.string();

export const ActivityReport = z.object({
  days: z.number(),
  /** One entry a day, days without anybody included. */
  byDay: z.array(z.object({ day: Day, learners: z.number() })),
  /** One entry a week, named by its Monday. */
  byWeek: z.array(z.object({ week: Day, learners: z.number() })),
  /** Different learners in the whole time. */
  learners: z.number(),
});
export type ActivityReport = z.infer<typeof ActivityReport>;

const Step = z.object({
  id: z.string(),
  name: z.string(),
  /** Learners who did something in it. */
  started: z.number(),
  /** Learners who completed all of it. */
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
  /** The league that was named, step by step; null where none was. */
  league: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      enrolled: z.number(),
      weeks: z.array(
        z.extend(Step, {
          sections: z.array(
            z.extend(Step, {
              /** Learners who came no further, have not finished the league and did nothing for STOPPED_DAYS. */
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
  /** As many entries as WAITING_DAYS and one more, youngest first. */
  byAge: z.array(z.number()),
});

export const SubmissionReport = z.object({
  waiting: Waiting,
  byLeague: z.array(z.object({ league: Named, waiting: z.number(), oldestAt: Moment })),
  /** What was reviewed within `days`. */
  days: z.number(),
  reviewed: z.number(),
  /** Null where nothing was reviewed. */
  medianHours: z.nullable(z.number()),
});
export type SubmissionReport = z.infer<typeof SubmissionReport>;

export const ApprovalReport = z.object({
  days: z.number(),
  waiting: Waiting,
  signUps: z.number(),
  approved: z.number(),
  medianHours: z.nullable(z.number()),
  /** By the week of the sign-up, named by its Monday. */
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

export const getActivityReport = defineCall({
  name: 'getActivityReport',
  method: 'GET',
  path: '/reports/activity',
  access: 'staff',
  summary: 'Active learners by day and week',
  query: ReportQuery,
  data: ActivityReport,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const getCompletionReport = defineCall({
  name: 'getCompletionReport',
  method: 'GET',
  path: '/reports/completion',
  access: 'staff',
  summary: 'Who started and who finished, by league, and by week and section of one league',
  query: ReportQuery,
  data: CompletionReport,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const exportCompletion = defineExport({
  name: 'exportCompletion',
  path: '/reports/completion/export',
  access: 'staff',
  summary:
    'Who started and who finished as CSV: by league, or by week and section of the league that is named',
  query: ReportQuery,
});

export const getSubmissionReport = defineCall({
  name: 'getSubmissionReport',
  method: 'GET',
  path: '/reports/submissions',
  access: 'staff',
  summary: 'Submissions that wait for a review, and how long reviews took',
  query: ReportQuery,
  data: SubmissionReport,
  deadlineMs: REPORT_DEADLINE_MS,
});

export const getApprovalReport = defineCall({
  name: 'getApprovalReport',
  method: 'GET',
  path: '/reports/approvals',
  access: 'staff',
  summary: 'Sign-ups, and how long approvals took',
  query: ReportQuery,
  data: ApprovalReport,
  deadlineMs: REPORT_DEADLINE_MS,
});
