import { toLongDate } from '../../shared/format/dates.ts';

/** What a press on an expired league says (LEAGUES-11). */
export const ENROLLMENT_EXPIRED = 'Enrollment for this league is expired. Please check back later.';

/** Leagues of the finished cohort, for rows without `expiresAt` (LEAGUES-09). */
const EXPIRED_NAMES: ReadonlySet<string> = new Set(['ML League (1.0)', 'Finance League (1.0)']);

interface Expirable {
  name: string;
  expiresAt?: string | null;
  isExpired?: boolean;
}

/** LEAGUES-09, 10; docs/product.md OPEN-20. */
export function isExpiredLeague(
  { name, expiresAt, isExpired }: Expirable,
  now: number = Date.now(),
): boolean {
  if (isExpired || EXPIRED_NAMES.has(name.trim())) return true;
  return expiresAt ? Date.parse(expiresAt) <= now : false;
}

/** 'It ended on June 13, 2026.', or without the day if unknown. */
export function toEndText(endedAt: string | null | undefined): string {
  const day = toLongDate(endedAt);
  return day ? `It ended on ${day}.` : 'It has ended.';
}

/** Null while the league runs or without a known day. */
export function toEndedAt(league: Expirable, now: number = Date.now()): string | null {
  const { expiresAt } = league;
  return expiresAt && Date.parse(expiresAt) <= now ? expiresAt : null;
}
