import type { DueState } from '#site/islands/dashboard/assignments/due-date.ts';
import type { Tone } from '#site/labels.ts';

/** What stands beside a due date, by how near it is; nothing without one (AASSIGN-03 to AASSIGN-07). */
export const DUE_BADGES: Record<DueState, { words: string; tone: Tone } | null> = {
  overdue: { words: 'Overdue', tone: 'danger' },
  urgent: { words: 'Due Soon', tone: 'warning' },
  soon: { words: 'Within 7 days', tone: 'info' },
  normal: { words: 'Upcoming', tone: 'neutral' },
  none: null,
};
