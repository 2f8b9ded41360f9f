import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { BREAK_NAME_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { RestDays } from './learning.ts';
import type { ListRules } from './list-rules.ts';
import { Id, requiredDay, requiredText } from './shared.ts';

export const BREAK_ERRORS = defineErrors({
  BREAK_NOT_FOUND: { status: 404, text: 'Break not found' },
  BREAK_ENDS_EARLY: { status: 400, text: 'The last day must not be before the first' },
});

export const StudyBreak = z.object({ id: Id, name: z.string(), ...RestDays.shape });
export type StudyBreak = z.infer<typeof StudyBreak>;

export const BREAK_LIST = {
  searched: ({ name }) => [name],
  filters: {},
  sorts: { name: ({ name }) => name, from: ({ from }) => from, to: ({ to }) => to },
} satisfies ListRules<StudyBreak>;

const name = requiredText({ required: 'name is required', field: 'Name', max: BREAK_NAME_MAX_LENGTH });

const days = { from: requiredDay('from'), to: requiredDay('to') };

export const CreateBreakBody = z.object({ name, ...days });
export type CreateBreakBody = z.infer<typeof CreateBreakBody>;
const UpdateBreakBody = z.partial(CreateBreakBody);

export const listBreaks = defineCall('listBreaks', {
  route: 'GET /admin/breaks',
  access: 'grand',
  summary: 'Days on which streaks rest, the latest first',
  data: z.object({ breaks: z.array(StudyBreak) }),
});

export const createBreak = defineCall('createBreak', {
  route: 'POST /admin/breaks',
  access: 'grand',
  summary: 'Add a break; breaks may overlap',
  message: 'Break created successfully',
  status: 201,
  body: CreateBreakBody,
  data: StudyBreak,
});

export const updateBreak = defineCall('updateBreak', {
  route: 'PUT /admin/breaks/:id',
  access: 'grand',
  summary: 'Change a break; absent fields stay as they are',
  message: 'Break updated successfully',
  body: UpdateBreakBody,
  data: StudyBreak,
});

export const deleteBreak = defineCall('deleteBreak', {
  route: 'DELETE /admin/breaks/:id',
  access: 'grand',
  summary: 'Remove a break, so that streaks no longer rest on its days',
  message: 'Break deleted successfully',
});
