import { type SQL, sql } from 'drizzle-orm';
import type { VisibleLeagues } from './visible.ts';

export interface Span {
  visible: VisibleLeagues;
  days: number;
  timeZone: string;
}

/** Midnight in the time zone at the start of the span; today is its last day. */
export function firstMomentOf({ days, timeZone }: Pick<Span, 'days' | 'timeZone'>): SQL {
  return sql`((now() at time zone ${timeZone})::date - ${days - 1}::int)::timestamp at time zone ${timeZone}`;
}
