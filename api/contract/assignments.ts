import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import type { AssignmentField } from './curriculum-fields.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { Moment, Named, NullableText, PageQuery, Pagination, requiredId, requiredText } from './shared.ts';
import { cleanProse } from './text.ts';

export const ASSIGNMENT_ERRORS = defineErrors({
  LEAGUE_WITHOUT_ASSIGNMENT: { status: 404, text: 'Assignment not found for this league' },
  ASSIGNMENT_NOT_FOUND: { status: 404, text: 'Assignment not found' },
  ASSIGNMENT_LEAGUE_NOT_FOUND: { status: 404, text: 'League not found' },
  SUBMISSION_NOT_FOUND: { status: 404, text: 'Submission not found' },
  SUBMISSION_USER_NOT_FOUND: { status: 404, text: 'User not found' },
  NOT_ENROLLED: { status: 403, text: 'You must be enrolled in this league to submit assignments' },
  ALREADY_SUBMITTED: { status: 409, text: 'You have already submitted this assignment' },
  ASSIGNMENT_EXISTS: { status: 409, text: 'Assignment already exists for this league' },
  ASSIGNMENT_HAS_SUBMISSIONS: {
    status: 400,
    text: 'Cannot delete assignment with existing submissions. This assignment has {count} submission(s).',
  },
  OTHERS_SUBMISSIONS: { status: 403, text: "Insufficient permissions to view other users' submissions" },
});

export const ASSIGNMENT_TITLE_MAX_LENGTH = 200;
export const ASSIGNMENT_DESCRIPTION_MAX_LENGTH = 10_000;
export const MOMENT_YEAR_MIN = 2000;
export const MOMENT_YEAR_MAX = 2199;

export const AssignmentContent = z.object({
  id: z.string(),
  ...({
    title: z.string(),
    description: z.string(),
    dueDate: NullableText,
  } satisfies Record<AssignmentField, z.ZodMiniType>),
});

/** Contains no submissions, because every signed-in account may read it. */
export const Assignment = z.extend(AssignmentContent, {
  leagueId: z.string(),
  league: Named,
  createdAt: Moment,
  updatedAt: Moment,
});
export type Assignment = z.infer<typeof Assignment>;

export const AssignmentRow = z.extend(Assignment, { _count: z.object({ submissions: z.number() }) });
export type AssignmentRow = z.infer<typeof AssignmentRow>;

export const ASSIGNMENT_LIST = {
  searched: ({ title, description, league }) => [title, description, league.name],
  filters: { leagueId: ({ leagueId }, value) => leagueId === value },
  sorts: {
    title: ({ title }) => title,
    league: ({ league }) => league.name,
    due: ({ dueDate }) => dueDate,
    submissions: ({ _count }) => _count.submissions,
  },
} satisfies ListRules<AssignmentRow>;

const DUE_DATE_INVALID = `Due date must be an ISO 8601 date and time with a time zone, from ${MOMENT_YEAR_MIN} to ${MOMENT_YEAR_MAX}`;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Reads an ISO 8601 moment; a date alone is midnight UTC. Returns null for a day or time that does not exist. */
export function parseMoment(value: string): Date | null {
  const match = ISO.exec(value);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (year < MOMENT_YEAR_MIN || year > MOMENT_YEAR_MAX || month < 1 || month > 12 || day < 1 || day > days)
    return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

export function requiredMoment(field: string) {
  const error = `${field} must be an ISO 8601 date and time with a time zone`;
  return z.string({ error }).check(z.refine((value) => parseMoment(value) !== null, { error }));
}

// Null and '' mean no due date.
const DueDate = z.optional(
  z.pipe(
    z.pipe(
      z.nullable(z.string({ error: DUE_DATE_INVALID })),
      z.transform((value: string | null) => value?.trim() || null),
    ),
    z
      .nullable(z.string())
      .check(z.refine((value) => value === null || parseMoment(value) !== null, { error: DUE_DATE_INVALID })),
  ),
);

const toWritten = (noTitle: string, noDescription: string) =>
  z.object({
    title: requiredText({ required: noTitle, field: 'Title', max: ASSIGNMENT_TITLE_MAX_LENGTH }),
    description: requiredText({
      required: noDescription,
      field: 'Description',
      max: ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
      clean: cleanProse,
    }),
    leagueId: requiredId('leagueId is required'),
    dueDate: DueDate,
  } satisfies Record<AssignmentField | 'leagueId', z.ZodMiniType>);

export const CreateAssignmentBody = toWritten('title is required', 'description is required');
export type CreateAssignmentBody = z.infer<typeof CreateAssignmentBody>;

export const UpdateAssignmentBody = z.partial(
  toWritten('Title cannot be empty', 'Description cannot be empty'),
);
export type UpdateAssignmentBody = z.infer<typeof UpdateAssignmentBody>;

export const getLeagueAssignment = defineCall('getLeagueAssignment', {
  route: 'GET /assignments/league/:leagueId',
  access: 'learner',
  summary: 'The assignment of a league',
  data: Assignment,
});

export const listAssignments = defineCall('listAssignments', {
  route: 'GET /admin/assignments',
  access: 'chief',
  summary: 'Assignments of the leagues in scope, newest first',
  query: z.extend(PageQuery, { leagueId: z.optional(z.string()) }),
  data: z.object({ assignments: z.array(AssignmentRow), pagination: Pagination }),
});

export const createAssignment = defineCall('createAssignment', {
  route: 'POST /admin/assignments',
  access: 'chief',
  summary: 'Give a league its assignment',
  status: 201,
  body: CreateAssignmentBody,
  data: AssignmentRow,
});

export const updateAssignment = defineCall('updateAssignment', {
  route: 'PUT /admin/assignments/:id',
  access: 'chief',
  summary: 'Change an assignment',
  body: UpdateAssignmentBody,
  data: AssignmentRow,
});

export const deleteAssignment = defineCall('deleteAssignment', {
  route: 'DELETE /admin/assignments/:id',
  access: 'chief',
  summary: 'Delete an assignment that nobody answered',
  message: 'Assignment deleted',
});

export const exportAssignments = defineExport('exportAssignments', {
  path: '/admin/assignments/export',
  access: 'chief',
  summary: 'Assignments of the leagues in scope as CSV, those that search and filters leave',
  query: exportQuery('leagueId'),
});
