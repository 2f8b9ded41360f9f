import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineErrors } from './errors.ts';
import { Id, Moment, NullableText } from './shared.ts';

/** Refusals of the own history. */
export const HISTORY_ERRORS = defineErrors({
  CHANGE_NOT_FOUND: { status: 404, text: 'Change not found' },
  CHANGED_SINCE: { status: 409, text: 'This was changed again since then. Undo the later change first.' },
});

/** Entries on a page, unless asked otherwise, and at most. */
export const HISTORY_PAGE_SIZE = 30;
export const HISTORY_PAGE_SIZE_MAX = 100;

/** What a learner did, as the history names it. */
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

/** What the history can be narrowed to. */
export const HISTORY_KINDS = ['TICKS', 'NOTES', 'REVISION', 'SUBMISSIONS', 'UNDONE'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Bad values of `limit` and an unreadable cursor fall back to the start, as paging does everywhere. */
const HistoryQuery = z.object({
  cursor: z.optional(z.string()),
  limit: z.optional(z.string()),
  leagueId: z.optional(z.string()),
  kind: z.optional(z.string()),
});

const Named = z.object({ id: Id, name: z.string() });
const Titled = z.object({ id: Id, title: z.string() });

/**
 * Whether a change can be undone: 'undone' already; 'superseded' by a later change of the same thing; 'gone' with the
 * resource; 'never' for a submission, which cannot be unsent.
 */
const UNDO_STATES = ['possible', 'undone', 'superseded', 'gone', 'never'] as const;
export type UndoState = (typeof UNDO_STATES)[number];

/** One attempt as it was sent, with what was answered. */
export const SentAttempt = z.object({
  number: z.number(),
  /** How many attempts there are by now. */
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
  /** Null once the curriculum no longer has it. */
  league: z.nullable(Named),
  section: z.nullable(Named),
  resource: z.nullable(Titled),
  assignment: z.nullable(Titled),
  /** The note before and after; null where this change left the note alone. */
  note: z.nullable(z.object({ before: NullableText, after: NullableText })),
  /** What this change switched on (true) or off (false); absent where it left it alone. */
  switched: z.object({ completed: z.optional(z.boolean()), marked: z.optional(z.boolean()) }),
  undo: z.enum(UNDO_STATES),
  /** The change that this one took back. */
  undoes: z.nullable(Id),
  submission: z.nullable(SentAttempt),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const listHistory = defineCall({
  name: 'listHistory',
  method: 'GET',
  path: '/progress/history',
  access: 'learner',
  summary: 'Own ticks, resets, notes, revision marks and submissions, newest first',
  query: HistoryQuery,
  data: z.object({ entries: z.array(HistoryEntry), nextCursor: NullableText }),
});

export const undoChange = defineCall({
  name: 'undoChange',
  method: 'POST',
  path: '/progress/history/:changeId/undo',
  access: 'learner',
  summary: 'Undo a change of one’s own; twice is once',
  data: z.object({ entry: HistoryEntry }),
});
