import { toShortDate } from './dates.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** '14:03' on the reader's clock. */
export function toTime(moment: string | null): string {
  const date = new Date(moment ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? 'an unknown time' : TIME.format(date);
}

/** 'Jun 13, 2025, 14:03' on the reader's clock; '' for an unreadable moment (docs/product.md OPEN-40). */
export function toShortDateTime(moment: string): string {
  const date = toShortDate(moment);
  return date && `${date}, ${toTime(moment)}`;
}
