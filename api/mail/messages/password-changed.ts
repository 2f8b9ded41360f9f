import { product } from '../../product.ts';
import { type MailMessage, toMessage } from './layout.ts';

/** Tells a person that their password was changed (security P13). */
export function toPasswordChangedMessage({ name }: { name: string }): MailMessage {
  return toMessage({
    subject: `Your ${product.name} password was changed`,
    name,
    paragraphs: [
      'Your password was just changed, and you were signed out everywhere.',
      `If this was not you, set a new password at once and write to ${product.mailbox}.`,
    ],
  });
}
