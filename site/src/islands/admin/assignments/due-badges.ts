import type { DueState } from '#site/islands/shared/format/due-date.ts';
import type { Tone } from '#site/labels.ts';

/** What stands beside a due date, by how near it is; nothing without one (AASSIGN-03 to AASSIGN-07). */
export const DUE_BADGES: Record<DueState, { label: string; tone: Tone } | null> = {
  overdue: { label: 'Overdue', tone: 'danger' },
  urgent: { label: 'Due Soon', tone: 'warning' },
  soon: { label: 'Within 7 days', tone: 'info' },
  normal: { label: 'Upcoming', tone: 'neutral' },
  none: null,
};
