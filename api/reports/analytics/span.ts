import { type SQL, sql } from 'drizzle-orm';
import type { VisibleLeagues } from './visible.ts';

/** What a report covers: leagues, the last so many days, and the time zone that days are counted in. */
export interface Span {
  visible: VisibleLeagues;
  days: number;
  timeZone: string;
}

/** The first moment of the span: midnight of the time zone, `days` days ago with today. */
export function startOf({ days, timeZone }: Pick<Span, 'days' | 'timeZone'>): SQL {
  return sql`((now() at time zone ${timeZone})::date - ${days - 1}::int)::timestamp at time zone ${timeZone}`;
}
