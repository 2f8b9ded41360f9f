import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { MAIL_REASONS } from './mail-reasons.ts';
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

export const listMailDomains = defineCall({
  name: 'listMailDomains',
  method: 'GET',
  path: '/admin/mail/domains',
  access: 'grand',
  summary: 'How mail of the last seven days fared, a row a mail domain, the troubled ones first',
  data: z.object({ days: z.number(), domains: z.array(MailDomain) }),
});
