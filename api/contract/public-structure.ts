import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { NullableText } from './shared.ts';

/** An active cohort with its leagues and their weeks, as anyone may see it (docs/api.md 1.5, ENT-22). */
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

/** Counts of a programme structure reply; they stand beside `data`. */
export const StructureMeta = z.object({
  timestamp: z.string(),
  totalCohorts: z.number(),
  totalLeagues: z.number(),
  totalWeeks: z.number(),
});
export type StructureMeta = z.infer<typeof StructureMeta>;

export const getPublicStructure = defineCall({
  name: 'getPublicStructure',
  method: 'GET',
  path: '/public/cohorts-structure',
  access: 'public',
  summary: 'The active programmes by name, with their leagues by name and weeks in order',
  data: z.array(Programme),
});
