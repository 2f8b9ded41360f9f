import type { DataOf } from '#contract/call.ts';
import { type DomainState, listMailDomains, type MailDomain, stateOfDomain } from '#contract/mail.ts';
import type { MailReason, MailTransport } from '#contract/mail-reasons.ts';
import { toShortDateTime } from '#site/islands/shared/format/dates.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createStaffQuery } from '../query/queries.ts';

export type MailOverview = DataOf<typeof listMailDomains>;

export const mailOverview = createStaffQuery<MailOverview>('mails', 'domains', () =>
  callApi(listMailDomains),
);

const REASONS: Record<MailReason, string> = {
  ASKED_TO_WAIT: 'asked us to wait',
  REFUSED: 'refused our message',
  NO_ANSWER: 'did not answer',
};

/** Null if a mail server is configured. */
export function describeMissingTransport(transport: MailTransport): string | null {
  if (transport === 'SMTP') return null;
  const kept =
    transport === 'DEV_OUTBOX' ? 'Developers can read it at /dev/outbox.' : 'Until then no one gets a code.';
  return `Mail is not sent: SMTP_URL is not set. ${kept}`;
}

export interface DomainLook {
  tone: 'success' | 'warning' | 'danger' | 'neutral';
  words: string;
}

const LOOKS: Record<DomainState, DomainLook> = {
  lost: { tone: 'danger', words: 'Messages lost' },
  waiting: { tone: 'warning', words: 'Waiting' },
  fine: { tone: 'success', words: 'Getting through' },
  queued: { tone: 'neutral', words: 'Queued' },
  none: { tone: 'neutral', words: 'No mail' },
};

export function toDomainLook(row: MailDomain): DomainLook {
  return LOOKS[stateOfDomain(row)];
}

/** Null without a problem; its spaces do not break. */
export function describeLastProblem({ lastReason, lastTroubleAt }: MailDomain): string | null {
  if (lastReason === null) return null;
  const when = lastTroubleAt === null ? '' : `, ${toShortDateTime(lastTroubleAt).replaceAll(' ', '\u00a0')}`;
  return `The server ${REASONS[lastReason]}${when}`;
}

export function sumMail(
  domains: readonly MailDomain[],
): Pick<MailDomain, 'sent' | 'queued' | 'delayed' | 'failed'> {
  const sums = { sent: 0, queued: 0, delayed: 0, failed: 0 };
  for (const { sent, queued, delayed, failed } of domains) {
    sums.sent += sent;
    sums.queued += queued;
    sums.delayed += delayed;
    sums.failed += failed;
  }
  return sums;
}
