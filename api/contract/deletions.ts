import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** What can be asked about, as the paths of its own calls name it. */
export const DELETION_KINDS = ['leagues', 'weeks', 'sections', 'resources'] as const;
export type DeletionKind = (typeof DELETION_KINDS)[number];

/** What goes with a thing that is deleted. */
export const DeletionContents = z.object({
  weeks: z.number(),
  sections: z.number(),
  resources: z.number(),
  /** Learners who lose any of what follows, or the enrollment in the league. */
  people: z.number(),
  /** Records on resources and topics that say anything: a completion, a revision mark, a note or a time. */
  progress: z.number(),
  /** Answers to the assignment of a league. */
  submissions: z.number(),
  /** Awards of the badge of a league. */
  badges: z.number(),
  /** Certificates of a league. They stay. */
  certificates: z.number(),
});
export type DeletionContents = z.infer<typeof DeletionContents>;

/** An addition to the agreed calls: a question before a deletion names what goes. */
export const countDeletion = defineCall({
  name: 'countDeletion',
  method: 'GET',
  path: '/admin/deletions/:kind/:id',
  access: 'staff',
  summary: 'What goes when a league, week, section or resource (kind: leagues, weeks, …) is deleted',
  data: DeletionContents,
});
