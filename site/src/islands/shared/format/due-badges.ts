import type { Tone } from '#site/labels.ts';
import type { DueState } from './due-date.ts';

/** No badge for dates further off (docs/product.md OPEN-39). */
export const DUE_BADGES: Record<DueState, { label: string; tone: Tone } | null> = {
  overdue: { label: 'Overdue', tone: 'danger' },
  urgent: { label: 'Due Soon', tone: 'warning' },
  soon: { label: 'Upcoming', tone: 'info' },
  normal: null,
  none: null,
};
