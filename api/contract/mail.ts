import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { MAIL_REASONS, MAIL_TRANSPORTS } from './mail-reasons.ts';
import { NullableText } from './shared.ts';

/**
 * How mail fares, for those who run the product. The agreed contract has no such call; it is an addition
 * (docs/decisions/0008).
 */

/** How far back the call looks. */
export const MAIL_OVERVIEW_DAYS = 7;

/** What became of the messages to one mail domain. */
export const MailDomain = z.object({
  /** What stands behind the '@'. */
  domain: z.string(),
  sent: z.number(),
  /** Not tried yet, or on the way. */
  queued: z.number(),
  /** Tried in vain, and tried again later. */
  delayed: z.number(),
  failed: z.number(),
  /** Why the latest of the delayed and failed ones did not get through; null when there are none. */
  lastReason: z.nullable(z.enum(MAIL_REASONS)),
  /** When that message was written. */
  lastTroubleAt: NullableText,
});
export type MailDomain = z.infer<typeof MailDomain>;

/** How a domain fares, the worst first. */
const DOMAIN_STATES = ['lost', 'waiting', 'fine', 'queued', 'none'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** The worst of what happened at a domain. */
export function stateOfDomain({ sent, queued, delayed, failed }: MailDomain): DomainState {
  if (failed > 0) return 'lost';
  if (delayed > 0) return 'waiting';
  if (sent > 0) return 'fine';
  return queued > 0 ? 'queued' : 'none';
}

/** The list of mail domains on its screen and in its export. */
export const MAIL_DOMAIN_LIST = {
  searched: ({ domain }) => [domain],
  filters: { state: ({ delayed, failed }, value) => delayed + failed > 0 === (value === 'troubled') },
  sorts: {
    domain: ({ domain }) => domain,
    state: (row) => DOMAIN_STATES.indexOf(stateOfDomain(row)),
    sent: ({ sent }) => sent,
    queued: ({ queued }) => queued,
    delayed: ({ delayed }) => delayed,
    failed: ({ failed }) => failed,
    trouble: ({ lastTroubleAt }) => lastTroubleAt,
  },
} satisfies ListRules<MailDomain>;

export const listMailDomains = defineCall({
  name: 'listMailDomains',
  method: 'GET',
  path: '/admin/mail/domains',
  access: 'grand',
  summary: 'How mail of the last seven days fared, a row a mail domain, the troubled ones first',
  data: z.object({ days: z.number(), domains: z.array(MailDomain), transport: z.enum(MAIL_TRANSPORTS) }),
});

export const exportMailDomains = defineExport({
  name: 'exportMailDomains',
  path: '/admin/mail/domains/export',
  access: 'grand',
  summary: 'How mail fares by mail domain as CSV, those that search and filters leave',
  query: exportQuery('state'),
});
