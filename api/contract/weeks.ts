import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CURRICULUM_DEADLINE_MS } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { ExpectedName, REORDER_LIMIT_BYTES, readReorder, SeenOrder } from './reorder.ts';
import {
  Description,
  Named,
  NullableText,
  orderNumber,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
} from './shared.ts';

export const WEEK_ERRORS = defineErrors({
  WEEK_NOT_FOUND: { status: 404, text: 'Week not found' },
  WEEK_ORDER_TAKEN: { status: 400, text: 'Week with order {order} already exists in this league' },
  WEEK_HAS_SECTIONS: {
    status: 400,
    text: 'Cannot delete week with existing sections. Please delete all sections first.',
  },
  WEEKS_FOREIGN: { status: 400, text: 'Some weeks do not belong to this league' },
  WEEK_ORDERS_REPEATED: { status: 400, text: 'Duplicate order values are not allowed' },
});

export const Week = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  order: z.number(),
  leagueId: z.string(),
  league: Named,
  createdAt: z.string(),
  updatedAt: z.string(),
  _count: z.object({ sections: z.number() }),
});
export type Week = z.infer<typeof Week>;

export const WEEK_LIST = {
  searched: ({ name, description, league }) => [name, description, league.name],
  filters: { leagueId: ({ leagueId }, value) => leagueId === value },
  sorts: {
    order: ({ order }) => order,
    name: ({ name }) => name,
    league: ({ league }) => league.name,
    topics: ({ _count }) => _count.sections,
  },
} satisfies ListRules<Week>;

export const WeekPlace = z.object({
  id: z.string(),
  name: z.string(),
  order: z.number(),
  leagueId: z.string(),
  league: Named,
});

export const WeekSection = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  order: z.number(),
  weekId: z.string(),
  _count: z.object({ resources: z.number() }),
});
export type WeekSection = z.infer<typeof WeekSection>;

export const WeekDetail = z.extend(Week, { sections: z.array(WeekSection) });
export type WeekDetail = z.infer<typeof WeekDetail>;

const name = requiredText({ required: 'name is required', field: 'Name' });
const order = orderNumber('order is required');
const leagueId = requiredId('leagueId is required');

/** Without an order it is appended. */
export const CreateWeekBody = z.object({
  name,
  order: z.optional(order),
  leagueId,
  description: Description,
});
export type CreateWeekBody = z.infer<typeof CreateWeekBody>;
/** Another `leagueId` moves the week; both leagues must be in scope and the order free. A null order appends it. */
export const UpdateWeekBody = z.extend(z.partial(CreateWeekBody), {
  order: z.optional(z.nullable(order)),
  expected: ExpectedName,
});
export type UpdateWeekBody = z.infer<typeof UpdateWeekBody>;

export const ReorderWeeksBody = z.object({
  weekOrders: readReorder('weekId', 'weekOrders'),
  seen: SeenOrder,
});
export type ReorderWeeksBody = z.infer<typeof ReorderWeeksBody>;

export const listWeeks = defineCall('listWeeks', {
  route: 'GET /weeks',
  access: 'staff',
  summary: 'Weeks in scope by league name and order (all of them unless a limit is given)',
  query: z.extend(PageQuery, { leagueId: z.optional(z.string()) }),
  data: z.object({ weeks: z.array(Week), pagination: Pagination }),
});

export const getWeek = defineCall('getWeek', {
  route: 'GET /weeks/:id',
  access: 'learner',
  summary: 'One week with its sections',
  data: WeekDetail,
});

export const listLeagueWeeks = defineCall('listLeagueWeeks', {
  route: 'GET /weeks/league/:leagueId',
  access: 'learner',
  summary: 'The weeks of a league in order, each with its sections',
  data: z.object({
    league: Named,
    weeks: z.array(WeekDetail),
  }),
});

export const listWeekSections = defineCall('listWeekSections', {
  route: 'GET /weeks/:id/sections',
  access: 'learner',
  summary: 'The sections of a week in order',
  data: z.object({
    week: z.object({ id: z.string(), name: z.string(), order: z.number(), leagueId: z.string() }),
    sections: z.array(WeekSection),
  }),
});

export const createWeek = defineCall('createWeek', {
  route: 'POST /weeks',
  access: 'staff',
  summary: 'Add a week to a league in scope',
  message: 'Week created successfully',
  status: 201,
  body: CreateWeekBody,
  data: Week,
});

export const updateWeek = defineCall('updateWeek', {
  route: 'PUT /weeks/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Change or move a week; absent fields stay as they are',
  message: 'Week updated successfully',
  body: UpdateWeekBody,
  data: Week,
});

export const deleteWeek = defineCall('deleteWeek', {
  route: 'DELETE /weeks/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Remove a week that has no sections',
  message: 'Week deleted successfully',
  data: z.object({ deletedWeek: z.object({ id: z.string(), name: z.string(), order: z.number() }) }),
});

/** Unlike `deleteWeek`, removes a week that has sections. */
export const deleteWeekWithContent = defineCall('deleteWeekWithContent', {
  route: 'DELETE /weeks/:id/with-content',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Remove a week with its sections, their resources and the progress on them',
  message: 'Week deleted successfully',
  data: z.object({
    deletedWeek: z.object({ id: z.string(), name: z.string(), order: z.number() }),
    deletedSectionsCount: z.number(),
    deletedResourcesCount: z.number(),
    deletedProgressCount: z.number(),
  }),
});

export const reorderWeeks = defineCall('reorderWeeks', {
  route: 'PUT /leagues/:id/weeks/reorder',
  access: 'staff',
  summary: 'Give weeks of a league new orders, all or none; answers all weeks of the league in their order',
  message: 'Weeks reordered successfully',
  body: ReorderWeeksBody,
  bodyLimit: REORDER_LIMIT_BYTES,
  data: z.array(Week),
});

export const exportWeeks = defineExport('exportWeeks', {
  path: '/admin/weeks/export',
  access: 'staff',
  summary: 'Weeks in scope as CSV, those that search and filters leave',
  query: exportQuery('leagueId'),
});
