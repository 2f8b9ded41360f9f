import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { defineExport, exportQuery } from './exports.ts';
import type { ListRules } from './list-rules.ts';
import { MAIL_REASONS, MAIL_TRANSPORTS } from './mail-reasons.ts';
import { NullableText } from './shared.ts';

export const MAIL_OVERVIEW_DAYS = 7;

export const MailDomain = z.object({
  domain: z.string(),
  sent: z.number(),
  queued: z.number(),
  delayed: z.number(),
  failed: z.number(),
  /** Reason of the latest delayed or failed message; null without one. */
  lastReason: z.nullable(z.enum(MAIL_REASONS)),
  lastTroubleAt: NullableText,
});
export type MailDomain = z.infer<typeof MailDomain>;

// Worst first.
const DOMAIN_STATES = ['lost', 'waiting', 'fine', 'queued', 'none'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

export function stateOfDomain({ sent, queued, delayed, failed }: MailDomain): DomainState {
  if (failed > 0) return 'lost';
  if (delayed > 0) return 'waiting';
  if (sent > 0) return 'fine';
  return queued > 0 ? 'queued' : 'none';
}

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

export const listMailDomains = defineCall('listMailDomains', {
  route: 'GET /admin/mail/domains',
  access: 'grand',
  summary: 'How mail of the last seven days fared, a row a mail domain, the troubled ones first',
  data: z.object({ days: z.number(), domains: z.array(MailDomain), transport: z.enum(MAIL_TRANSPORTS) }),
});

export const exportMailDomains = defineExport('exportMailDomains', {
  path: '/admin/mail/domains/export',
  access: 'grand',
  summary: 'How mail fares by mail domain as CSV, those that search and filters leave',
  query: exportQuery('state'),
});
