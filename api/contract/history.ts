import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment, Named, NullableText } from './shared.ts';

export const HISTORY_ERRORS = defineErrors({
  CHANGE_NOT_FOUND: { status: 404, text: 'Change not found' },
  CHANGED_SINCE: { status: 409, text: 'This was changed again since then. Undo the later change first.' },
});

export const HISTORY_PAGE_SIZE = 30;
export const HISTORY_PAGE_SIZE_MAX = 100;

const CHANGE_KINDS = [
  'COMPLETED',
  'RESET',
  'MARKED_FOR_REVISION',
  'UNMARKED',
  'NOTED',
  'RESTORED',
  'SECTION_NOTED',
  'SECTION_MARKED',
  'SECTION_UNMARKED',
  'SUBMITTED',
] as const;

export const HISTORY_KINDS = ['TICKS', 'NOTES', 'REVISION', 'SUBMISSIONS', 'UNDONE'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

// Invalid values fall back to the first page.
const HistoryQuery = z.object({
  cursor: z.optional(z.string()),
  limit: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  kind: z.optional(z.string()),
});

const Titled = z.object({ id: Id, title: z.string() });

// superseded: a later change of the same thing blocks the undo; never: a submission cannot be unsent.
const UNDO_STATES = ['possible', 'undone', 'superseded', 'gone', 'never'] as const;
export type UndoState = (typeof UNDO_STATES)[number];

export const SentAttempt = z.object({
  number: z.number(),
  attempts: z.number(),
  status: z.string(),
  content: NullableText,
  fileUrl: NullableText,
  githubUrl: NullableText,
  liveUrl: NullableText,
  feedback: NullableText,
  reviewedAt: z.nullable(Moment),
});
export type SentAttempt = z.infer<typeof SentAttempt>;

export const HistoryEntry = z.object({
  id: Id,
  kind: z.enum(CHANGE_KINDS),
  occurredAt: Moment,
  /** Null after the curriculum removed it. */
  league: z.nullable(Named),
  section: z.nullable(Named),
  resource: z.nullable(Titled),
  assignment: z.nullable(Titled),
  note: z.nullable(z.object({ before: NullableText, after: NullableText })),
  /** True for switched on, false for off, absent for unchanged. */
  switched: z.object({ completed: z.optional(z.boolean()), marked: z.optional(z.boolean()) }),
  undo: z.enum(UNDO_STATES),
  undoes: z.nullable(Id),
  submission: z.nullable(SentAttempt),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const listHistory = defineCall('listHistory', {
  route: 'GET /progress/history',
  access: 'learner',
  summary: 'Own ticks, resets, notes, revision marks and submissions, newest first',
  query: HistoryQuery,
  data: z.object({ entries: z.array(HistoryEntry), nextCursor: NullableText }),
});

export const undoChange = defineCall('undoChange', {
  route: 'POST /progress/history/:changeId/undo',
  access: 'learner',
  summary: 'Undo a change of one’s own; twice is once',
  data: z.object({ entry: HistoryEntry }),
});
