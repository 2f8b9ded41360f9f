import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { CONTENT_PAGE_SIZE, CURRICULUM_DEADLINE_MS, SECTION_NAME_MAX_LENGTH } from './constants.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { ExpectedName, REORDER_LIMIT_BYTES, readReorder, SeenOrder } from './reorder.ts';
import { ResourceContent, ResourceProgress } from './resources.ts';
import {
  Description,
  NullableText,
  orderNumber,
  PageQuery,
  Pagination,
  requiredId,
  requiredText,
} from './shared.ts';
import { WeekPlace } from './weeks.ts';

export const SECTION_ERRORS = defineErrors({
  SECTION_NOT_FOUND: { status: 404, text: 'Section not found' },
  SECTION_ORDER_TAKEN: { status: 409, text: 'A section with order {order} already exists in this week' },
  SECTIONS_FOREIGN: { status: 400, text: 'Some sections do not belong to this week' },
  SECTION_ORDERS_REPEATED: { status: 400, text: 'Duplicate order values are not allowed' },
});

export const Section = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  order: z.number(),
  weekId: z.string(),
  week: WeekPlace,
  createdAt: z.string(),
  updatedAt: z.string(),
  _count: z.object({ resources: z.number() }),
});
export type Section = z.infer<typeof Section>;

/** Rules of the list on screen and in its export; it can only be in curriculum order. */
export const SECTION_LIST = {
  searched: ({ name, description, week }) => [name, description, week.name, week.league.name],
  filters: { leagueId: ({ week }, value) => week.leagueId === value },
  sorts: {},
} satisfies ListRules<Section>;

export const OwnSectionProgress = z.object({
  isCompleted: z.boolean(),
  completedAt: NullableText,
  completedResources: z.number(),
  markedForRevision: z.boolean(),
  personalNote: NullableText,
});
export type OwnSectionProgress = z.infer<typeof OwnSectionProgress>;

/** `resources` is empty for an account that is neither ACTIVE nor enrolled. */
export const SectionDetail = z.extend(Section, {
  resources: z.array(z.extend(ResourceContent, { progress: ResourceProgress })),
  progress: OwnSectionProgress,
});
export type SectionDetail = z.infer<typeof SectionDetail>;

const name = requiredText({
  required: 'name is required',
  field: 'Section name',
  max: SECTION_NAME_MAX_LENGTH,
});
const order = orderNumber('order is required');
const weekId = requiredId('weekId is required');

/** Without an order it is appended. */
export const CreateSectionBody = z.object({
  name,
  order: z.optional(order),
  weekId,
  description: Description,
});
export type CreateSectionBody = z.infer<typeof CreateSectionBody>;
/** Another `weekId` moves the section; both leagues must be in scope and the order free. A null order appends it. */
export const UpdateSectionBody = z.extend(z.partial(CreateSectionBody), {
  order: z.optional(z.nullable(order)),
  expected: ExpectedName,
});
export type UpdateSectionBody = z.infer<typeof UpdateSectionBody>;

export const ReorderSectionsBody = z.object({
  sectionOrders: readReorder('sectionId', 'sectionOrders'),
  seen: SeenOrder,
});
export type ReorderSectionsBody = z.infer<typeof ReorderSectionsBody>;

export const listSections = defineCall('listSections', {
  route: 'GET /sections',
  access: 'staff',
  summary: `Sections in scope by week order and own order (${CONTENT_PAGE_SIZE} unless a limit is given)`,
  query: z.extend(PageQuery, { weekId: z.optional(z.string()), leagueId: z.optional(z.string()) }),
  data: z.object({ sections: z.array(Section), pagination: Pagination }),
});

export const getSection = defineCall('getSection', {
  route: 'GET /sections/:id',
  access: 'learner',
  summary: 'One section with its resources and the own progress',
  data: SectionDetail,
});

export const createSection = defineCall('createSection', {
  route: 'POST /sections',
  access: 'staff',
  summary: 'Add a section to a week in scope',
  message: 'Section created successfully',
  status: 201,
  body: CreateSectionBody,
  data: Section,
});

export const updateSection = defineCall('updateSection', {
  route: 'PUT /sections/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Change or move a section; absent fields stay as they are',
  message: 'Section updated successfully',
  body: UpdateSectionBody,
  data: Section,
});

/** Answers `deletedResourcesCount` and `deletedProgressCount` beside `message`. */
export const deleteSection = defineCall('deleteSection', {
  route: 'DELETE /sections/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Remove a section with its resources and the progress on them',
  message: 'Section deleted successfully',
});

export const reorderSections = defineCall('reorderSections', {
  route: 'PUT /weeks/:id/sections/reorder',
  access: 'staff',
  summary: 'Give sections of a week new orders, all or none; answers all sections of the week in their order',
  message: 'Sections reordered successfully',
  body: ReorderSectionsBody,
  bodyLimit: REORDER_LIMIT_BYTES,
  data: z.array(Section),
});

export const exportSections = defineExport('exportSections', {
  path: '/admin/sections/export',
  access: 'staff',
  summary: 'Sections in scope as CSV by league, week and order, those that search and filters leave',
  query: exportQuery('leagueId', 'weekId'),
});
