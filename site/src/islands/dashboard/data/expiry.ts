import { toLongDate } from '../../shared/format/dates.ts';

export const ENROLLMENT_EXPIRED = 'Enrollment for this league is expired. Please check back later.';

// Leagues of the finished cohort whose rows have no `expiresAt`.
const EXPIRED_NAMES: ReadonlySet<string> = new Set(['ML League (1.0)', 'Finance League (1.0)']);

interface Expirable {
  name: string;
  expiresAt?: string | null;
  isExpired?: boolean;
}

export function isExpiredLeague(
  { name, expiresAt, isExpired }: Expirable,
  now: number = Date.now(),
): boolean {
  if (isExpired || EXPIRED_NAMES.has(name.trim())) return true;
  return expiresAt ? Date.parse(expiresAt) <= now : false;
}

export function toEndText(endedAt: string | null | undefined): string {
  const day = toLongDate(endedAt);
  return day ? `It ended on ${day}.` : 'It has ended.';
}

export function toEndedAt(league: Expirable, now: number = Date.now()): string | null {
  const { expiresAt } = league;
  return expiresAt && Date.parse(expiresAt) <= now ? expiresAt : null;
}
