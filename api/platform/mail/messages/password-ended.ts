import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Sent after a restore that ended password and passkeys. */
export function toPasswordEndedMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Set a new password for your ${product.name} account`,
    preview: 'We restored an earlier copy of our data. Your password no longer works.',
    name,
    title: 'Set a new password',
    paragraphs: [
      'We had to restore an earlier copy of our data. Your password, passkeys or recovery codes changed after that copy was made.',
      'So that no old one works again, we removed all of them and signed you out on every device. Set a new password, then add a passkey again if you use one.',
      `Other changes that you made since then may be missing. If you have questions, write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
