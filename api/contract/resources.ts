import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  CONTENT_PAGE_SIZE,
  CURRICULUM_DEADLINE_MS,
  RESOURCE_MINUTES_MAX,
  RESOURCE_TITLE_MAX_LENGTH,
} from './constants.ts';
import type { ResourceField } from './curriculum-fields.ts';
import { defineErrors } from './errors.ts';
import { defineExport, exportQuery } from './exports.ts';
import { ExpectedResource, REORDER_LIMIT_BYTES, readReorder, SeenOrder } from './reorder.ts';
import { NullableText, orderNumber, PageQuery, Pagination, requiredId, requiredText } from './shared.ts';
import { cleanUrl, isHttpUrl } from './text.ts';
import { WeekPlace } from './weeks.ts';

export const RESOURCE_TYPES = ['VIDEO', 'ARTICLE', 'EXTERNAL_LINK', 'BLOG'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const RESOURCE_ERRORS = defineErrors({
  RESOURCE_NOT_FOUND: { status: 404, text: 'Resource not found' },
  RESOURCE_ORDER_TAKEN: { status: 409, text: 'A resource with order {order} already exists in this section' },
  RESOURCES_FOREIGN: { status: 400, text: 'Some resources do not belong to this section' },
  RESOURCE_ORDERS_REPEATED: { status: 400, text: 'Duplicate order values are not allowed' },
});

export const ResourceFields = {
  title: z.string(),
  url: z.string(),
  type: z.enum(RESOURCE_TYPES),
  /** Estimated duration; null when unknown. */
  minutes: z.nullable(z.number()),
} satisfies Record<ResourceField, z.ZodMiniType>;

export const ResourceContent = z.object({
  id: z.string(),
  ...ResourceFields,
  order: z.number(),
  sectionId: z.string(),
});
export type ResourceContent = z.infer<typeof ResourceContent>;

export const Resource = z.extend(ResourceContent, {
  section: z.object({
    id: z.string(),
    name: z.string(),
    order: z.number(),
    weekId: z.string(),
    week: WeekPlace,
  }),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Resource = z.infer<typeof Resource>;

export const ResourceProgress = z.object({
  isCompleted: z.boolean(),
  completedAt: NullableText,
  markedForRevision: z.boolean(),
  personalNote: NullableText,
  timeSpent: z.nullable(z.number()),
});
export type ResourceProgress = z.infer<typeof ResourceProgress>;

const title = requiredText({
  required: 'title is required',
  field: 'Resource title',
  max: RESOURCE_TITLE_MAX_LENGTH,
});
// Percent-encodes `<`, `>` and `"`, so that the address is safe as text.
const encodeMarks = (value: string) => cleanUrl(value).replace(/[<>"]/g, (mark) => MARKS[mark] ?? '');
const MARKS: Record<string, string> = { '<': '%3C', '>': '%3E', '"': '%22' };
const url = z.pipe(
  z.pipe(z.string({ error: 'url is required' }), z.transform(encodeMarks)),
  z.string().check(
    z.refine((value) => value !== '', { error: 'url is required', abort: true }),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    z.refine((value) => isHttpUrl(value) && value.isWellFormed() && !/[\u0000-\u0020\u007F]/.test(value), {
      error: 'Invalid URL format',
    }),
  ),
);
const type = z.enum(RESOURCE_TYPES, {
  error: ({ input }) =>
    input == null || input === ''
      ? 'type is required'
      : `Invalid resource type. Must be one of: ${RESOURCE_TYPES.join(', ')}`,
});
const order = orderNumber('order is required');
const MINUTES_MESSAGE = `Minutes must be a whole number from 1 to ${RESOURCE_MINUTES_MAX}`;
const minutes = z.optional(
  z.nullable(
    z
      .int({ error: MINUTES_MESSAGE })
      .check(z.gte(1, { error: MINUTES_MESSAGE }), z.lte(RESOURCE_MINUTES_MAX, { error: MINUTES_MESSAGE })),
  ),
);
const written = { title, url, type, minutes } satisfies Record<ResourceField, z.ZodMiniType>;

/** Without an order it is appended. */
export const CreateResourceBody = z.object({ ...written, order: z.optional(order) });
export type CreateResourceBody = z.infer<typeof CreateResourceBody>;
/**
 * Another `sectionId` moves the resource; both leagues must be in scope and the order free. A null order appends it.
 */
export const UpdateResourceBody = z.object({
  ...z.partial(z.object(written)).shape,
  order: z.optional(z.nullable(order)),
  sectionId: z.optional(requiredId('sectionId is required')),
  expected: ExpectedResource,
});
export type UpdateResourceBody = z.infer<typeof UpdateResourceBody>;

export const ReorderResourcesBody = z.object({
  resourceOrders: readReorder('resourceId', 'resourceOrders'),
  seen: SeenOrder,
});
export type ReorderResourcesBody = z.infer<typeof ReorderResourcesBody>;

export const listResources = defineCall('listResources', {
  route: 'GET /resources',
  access: 'staff',
  summary: `Resources in scope by week, section and own order (${CONTENT_PAGE_SIZE} unless a limit is given)`,
  query: z.extend(PageQuery, {
    sectionId: z.optional(z.string()),
    weekId: z.optional(z.string()),
    leagueId: z.optional(z.string()),
    type: z.optional(z.string()),
    /** Every word must match in title, address, topic, module or league. */
    search: z.optional(z.string()),
  }),
  data: z.object({ resources: z.array(Resource), pagination: Pagination }),
});

export const getResource = defineCall('getResource', {
  route: 'GET /resources/:id',
  access: 'learner',
  summary: 'One resource with its place and the own progress',
  data: z.extend(Resource, { progress: ResourceProgress }),
});

export const listSectionResources = defineCall('listSectionResources', {
  route: 'GET /sections/:id/resources',
  access: 'learner',
  summary: 'The resources of a section in order, each with the own progress',
  data: z.object({
    section: z.object({ id: z.string(), name: z.string(), order: z.number(), weekId: z.string() }),
    resources: z.array(z.extend(ResourceContent, { progress: ResourceProgress })),
  }),
});

export const createResource = defineCall('createResource', {
  route: 'POST /sections/:id/resources',
  access: 'staff',
  summary: 'Add a resource to a section in scope',
  message: 'Resource created successfully',
  status: 201,
  body: CreateResourceBody,
  data: Resource,
});

export const updateResource = defineCall('updateResource', {
  route: 'PUT /resources/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Change or move a resource; absent fields stay as they are',
  message: 'Resource updated successfully',
  body: UpdateResourceBody,
  data: Resource,
});

export const deleteResource = defineCall('deleteResource', {
  route: 'DELETE /resources/:id',
  deadlineMs: CURRICULUM_DEADLINE_MS,
  access: 'staff',
  summary: 'Remove a resource and the progress on it',
  message: 'Resource deleted successfully',
});

export const reorderResources = defineCall('reorderResources', {
  route: 'PUT /sections/:id/resources/reorder',
  access: 'staff',
  summary:
    'Give resources of a section new orders, all or none; answers all resources of the section in order',
  message: 'Resources reordered successfully',
  body: ReorderResourcesBody,
  bodyLimit: REORDER_LIMIT_BYTES,
  data: z.array(Resource),
});

export const exportResources = defineExport('exportResources', {
  path: '/admin/resources/export',
  access: 'staff',
  summary:
    'Resources in scope as CSV by league, week, section and order, those that search and filters leave',
  query: exportQuery('leagueId', 'weekId', 'sectionId', 'type'),
});
