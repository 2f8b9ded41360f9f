import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { NullableText } from './shared.ts';

export const Programme = z.object({
  id: z.string(),
  name: z.string(),
  description: NullableText,
  isActive: z.boolean(),
  leagues: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: NullableText,
      weeks: z.array(
        z.object({ id: z.string(), name: z.string(), order: z.number(), description: NullableText }),
      ),
    }),
  ),
});
export type Programme = z.infer<typeof Programme>;

/** Appears beside `data` in the reply. */
export const StructureMeta = z.object({
  timestamp: z.string(),
  totalCohorts: z.number(),
  totalLeagues: z.number(),
  totalWeeks: z.number(),
});
export type StructureMeta = z.infer<typeof StructureMeta>;

export const getPublicStructure = defineCall('getPublicStructure', {
  route: 'GET /public/cohorts-structure',
  access: 'public',
  summary: 'The active programmes by name, with their leagues by name and weeks in order',
  message: 'Programme structure loaded',
  data: z.array(Programme),
});
