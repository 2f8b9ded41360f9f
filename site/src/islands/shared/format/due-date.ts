import { DUE_SOON_DAYS, DUE_URGENT_DAYS } from '#contract/constants.ts';
import type { Tone } from '#site/labels.ts';

type DueState = 'none' | 'normal' | 'soon' | 'urgent' | 'overdue';

const DAY_MS = 86_400_000;

/** 'urgent' is three days or fewer, 'soon' seven or fewer. */
export function toDueState(dueDate: string | null, now: number = Date.now()): DueState {
  const due = Date.parse(dueDate ?? '');
  if (Number.isNaN(due)) return 'none';
  if (due < now) return 'overdue';
  const days = (due - now) / DAY_MS;
  if (days <= DUE_URGENT_DAYS) return 'urgent';
  return days <= DUE_SOON_DAYS ? 'soon' : 'normal';
}

/** 'in 5 days', 'tomorrow', '2 days ago', by the reader's calendar; '' without a date. */
export function toDueDistance(dueDate: string | null, now: number = Date.now()): string {
  const due = Date.parse(dueDate ?? '');
  if (Number.isNaN(due)) return '';
  const days = Math.round((startOfDay(due) - startOfDay(now)) / DAY_MS);
  return new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(days, 'day');
}

export function isLate(submittedAt: string, dueDate: string | null): boolean {
  return dueDate !== null && Date.parse(submittedAt) > Date.parse(dueDate);
}

function startOfDay(moment: number): number {
  return new Date(moment).setHours(0, 0, 0, 0);
}

/** No badge for dates further off (docs/product.md OPEN-39). */
export const DUE_BADGES: Record<DueState, { label: string; tone: Tone } | null> = {
  overdue: { label: 'Overdue', tone: 'danger' },
  urgent: { label: 'Due Soon', tone: 'warning' },
  soon: { label: 'Upcoming', tone: 'info' },
  normal: null,
  none: null,
};
