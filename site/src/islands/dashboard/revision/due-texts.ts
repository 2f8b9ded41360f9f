import type { RevisionEntry } from '#contract/revision.ts';
import { dayOf, toShortDate } from '../../shared/format/dates.ts';
import { countOf } from '../../shared/format/text.ts';

export function toNextTimeText(moment: string, now: number = Date.now()): string {
  const days = dayOf(Date.parse(moment)) - dayOf(now);
  if (Number.isNaN(days)) return '';
  if (days <= 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days <= 30 ? `in ${countOf(days, 'day')}` : `on ${toShortDate(moment)}`;
}

export function toTimes(count: number): string {
  return ['never', 'once', 'twice'][count] ?? countOf(count, 'time');
}

const DAY_MS = 86_400_000;

/** New due date after a pause: shifted by the time paused since the mark or its last review. */
export function toResumedText(
  { dueAt, markedAt, lastReviewedAt }: Pick<RevisionEntry, 'dueAt' | 'markedAt' | 'lastReviewedAt'>,
  pausedAt: string,
): string {
  const since = Math.max(...[pausedAt, markedAt, lastReviewedAt ?? markedAt].map(Date.parse));
  const days = Math.round((Date.parse(dueAt) - since) / DAY_MS);
  return days > 0 ? `${countOf(days, 'day')} after you resume` : 'when you resume';
}
