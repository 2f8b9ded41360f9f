import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineExport, exportQuery } from './exports.ts';
import { Id, Moment, PageQuery, Pagination } from './shared.ts';
import { SubmissionAttempt, SubmissionStatus } from './submissions.ts';

export const LEARNERS_PAGE_SIZE = 50;

/**
 * `inactive` learners began, have not finished and completed nothing for STOPPED_DAYS; `waiting` have a submission that
 * nobody has reviewed.
 */
export const LEARNER_FILTERS = ['not-started', 'inactive', 'finished', 'waiting'] as const;
export type LearnerFilter = (typeof LEARNER_FILTERS)[number];

const Named = z.object({ id: Id, name: z.string() });

export const LeagueLearner = z.object({
  id: Id,
  name: z.string(),
  /** Only for callers who manage the users of the league. */
  email: z.optional(z.string()),
  cohort: Named,
  /** Of the first enrollment where there are several. */
  enrolledAt: Moment,
  completedResources: z.number(),
  progressPercentage: z.number(),
  /** Time of the resource completed last in this league. */
  lastActiveAt: z.nullable(Moment),
  submission: z.nullable(z.object({ status: SubmissionStatus, submittedAt: Moment })),
  badgeEarnedAt: z.nullable(Moment),
  /** Null for a revoked certificate too. */
  certificateIssuedAt: z.nullable(Moment),
});
export type LeagueLearner = z.infer<typeof LeagueLearner>;

const LearnersQuery = z.extend(PageQuery, {
  search: z.optional(z.string()),
  show: z.optional(z.string()),
  /** 'name', 'progress' or 'active'. */
  sort: z.optional(z.string()),
  direction: z.optional(z.string()),
});
export type LearnersQuery = z.infer<typeof LearnersQuery>;

export const LearnerCounts = z.record(z.enum(['total', ...LEARNER_FILTERS]), z.number());
export type LearnerCounts = z.infer<typeof LearnerCounts>;

export const listLeagueLearners = defineCall('listLeagueLearners', {
  route: 'GET /admin/leagues/:id/learners',
  access: 'staff',
  summary: 'Everybody enrolled in a league with progress, submission and awards, by name',
  query: LearnersQuery,
  data: z.object({
    counts: LearnerCounts,
    learners: z.array(LeagueLearner),
    pagination: Pagination,
  }),
  personIdsIn: ({ learners }) => learners.map(({ id }) => id),
});

/** Neither notes nor answers leave with it. */
export const LearnerDetail = z.object({
  learner: LeagueLearner,
  modules: z.array(z.object({ ...Named.shape, totalResources: z.number(), completedResources: z.number() })),
  attempts: z.array(
    z.pick(SubmissionAttempt, { number: true, status: true, submittedAt: true, reviewedAt: true }),
  ),
});
export type LearnerDetail = z.infer<typeof LearnerDetail>;

export const getLeagueLearner = defineCall('getLeagueLearner', {
  route: 'GET /admin/leagues/:id/learners/:userId',
  access: 'staff',
  summary: 'Progress by module and attempts of one learner of a league',
  data: LearnerDetail,
});

export const exportLeagueLearners = defineExport('exportLeagueLearners', {
  path: '/admin/leagues/:id/learners/export',
  access: 'staff',
  summary: 'Learners of a league as CSV, those of its list that search and filter leave; recorded',
  query: exportQuery('show'),
});
