import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';
import { toMaskedEmail } from './email-changed.ts';

/** Goes to the current address. */
export function toEmailChangeRequestedMessage({
  name,
  newEmail,
}: {
  name: string;
  newEmail: string;
}): MailContent {
  return {
    subject: `Request to change your ${product.name} email address`,
    preview: 'If this was you, enter the code we sent to the new address.',
    name,
    title: 'Request to change your email address',
    paragraphs: [
      `Someone who knows your password asked to move your account to ${toMaskedEmail(newEmail)}. If this was you, enter the code we sent there. Until then nothing changes.`,
      `If this was not you, set a new password at once and write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
