import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const DELETION_KINDS = ['leagues', 'weeks', 'sections', 'resources'] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

export const DeletionContents = z.object({
  weeks: z.number(),
  sections: z.number(),
  resources: z.number(),
  /** Learners who lose a record counted below, or their enrollment in the league. */
  people: z.number(),
  /** Records with a completion, a revision mark, a note or a time. */
  progress: z.number(),
  submissions: z.number(),
  badges: z.number(),
  /** These certificates are kept. */
  certificates: z.number(),
});
export type DeletionContents = z.infer<typeof DeletionContents>;

export const countDeletion = defineCall('countDeletion', {
  route: 'GET /admin/deletions/:kind/:id',
  access: 'staff',
  summary: 'What goes when a league, week, section or resource (kind: leagues, weeks, …) is deleted',
  data: DeletionContents,
});
