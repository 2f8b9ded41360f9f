import type { DataOf } from '#contract/call.ts';
import type { checkCertificate } from '#contract/certificate-check.ts';

export type CheckedCertificate = NonNullable<DataOf<typeof checkCertificate>['certificate']>;

const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'June 13, 2025' for '2025-06-13'; '' without a date. */
export function toDay(date: string | null | undefined): string {
  const day = new Date(date ?? Number.NaN);
  return Number.isNaN(day.getTime()) ? '' : DAY.format(day);
}

export function describeCompletion(kind: CheckedCertificate['kind']): string {
  return kind === 'LEAGUE'
    ? 'for completing every topic of the league'
    : 'for completing every league of the specialization';
}

export function toWithdrawal({ reason, withdrawnOn }: CheckedCertificate): { lead: string; reason: string } {
  const on = toDay(withdrawnOn);
  return reason
    ? { lead: `It was revoked on ${on}, for this reason:`, reason }
    : { lead: `The account of its holder was deleted on ${on}; with it the name was removed.`, reason: '' };
}

/** 'Name corrected on June 13, 2025: Misspelt'; '' without a correction. */
export function toRenaming({ renamedOn, renamingReason }: CheckedCertificate): string {
  return renamedOn ? `Name corrected on ${toDay(renamedOn)}: ${renamingReason}` : '';
}

/** `retryAfter` is in seconds. */
export function toFailureText(status: number, retryAfter: number | null): string {
  if (status === 429) {
    const minutes = Math.max(1, Math.ceil((retryAfter ?? 60) / 60));
    return `Many wrong codes were asked for from this connection. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  }
  return status === 0
    ? 'The server could not be reached. Check your connection, then try again. This says nothing about the certificate.'
    : 'The server could not answer just now. This says nothing about the certificate. Please try again.';
}

/** The first of `sizes` (millimetres, descending) that fits, else the smallest. */
export function findSize(sizes: readonly number[], fits: (size: number) => boolean): number {
  return sizes.find(fits) ?? sizes.at(-1) ?? 0;
}
