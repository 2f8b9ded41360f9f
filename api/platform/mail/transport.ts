import type { MailTransport } from '#contract/mail-reasons.ts';
import type { Config } from '../process/env.ts';
import { decideStart } from '../process/start-rules.ts';

export function toMailTransport(config: Config): MailTransport {
  if (config.SMTP_URL) return 'SMTP';
  return decideStart(config).hasDevPages ? 'DEV_OUTBOX' : 'NONE';
}
