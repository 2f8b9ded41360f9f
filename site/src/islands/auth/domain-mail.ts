import type { MailReason, MailTransport } from '#contract/mail-reasons.ts';
import type { DomainMail } from '#contract/otp.ts';
import { toTime } from '../shared/format/dates.ts';
import { type MailText, toTransportText } from '../shared/mail/mail-state.ts';

const HELD_UP: Record<MailReason, (domain: string) => string> = {
  ASKED_TO_WAIT: (domain) =>
    `The mail server of ${domain} asks us to wait at the moment. We keep trying; it may take some minutes.`,
  NO_ANSWER: (domain) => `The mail server of ${domain} does not answer at the moment. We keep trying.`,
  REFUSED: (domain) => `The mail server of ${domain} refuses our messages at the moment. Please tell us.`,
};

/**
 * Tells about the domain, because the page must not reveal whether an account exists (docs/decisions/0014). Null
 * without a pending code.
 */
export function toDomainMailText(
  email: string,
  {
    createdAt,
    mail,
    transport,
  }: { createdAt: string | null; mail?: DomainMail | null; transport?: MailTransport },
): MailText | null {
  if (createdAt === null) return null;
  const asked = `You asked for it at ${toTime(createdAt)}.`;
  const unsent = toTransportText(transport);
  if (unsent) return { ...unsent, text: `${asked} ${unsent.text}` };
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (mail?.state === 'HELD_UP' && mail.reason) {
    const state = mail.reason === 'REFUSED' ? 'failed' : 'delayed';
    return { text: `${asked} ${HELD_UP[mail.reason](domain)}`, state };
  }
  if (mail?.state === 'FLOWING') {
    return { text: `${asked} Mail to ${domain} gets through at the moment.`, state: 'sent' };
  }
  return { text: `${asked} It usually arrives within a minute.`, state: 'waiting' };
}
