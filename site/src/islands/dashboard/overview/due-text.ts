import { dayOf, toShortDate } from '../../shared/format/dates.ts';
import { countOf } from '../../shared/format/text.ts';

/** 'due today', 'due in 3 days', 'overdue by 2 days', by the reader's calendar. */
export function toDueText(moment: string, now: number = Date.now()): string {
  const days = dayOf(Date.parse(moment)) - dayOf(now);
  if (Number.isNaN(days)) return '';
  if (days === 0) return Date.parse(moment) < now ? 'overdue since today' : 'due today';
  if (days === 1) return 'due tomorrow';
  if (days < 0) return `overdue by ${countOf(-days, 'day')}`;
  return days <= 30 ? `due in ${countOf(days, 'day')}` : `due ${toShortDate(moment)}`;
}
