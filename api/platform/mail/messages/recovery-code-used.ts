import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

export function toRecoveryCodeUsedMessage({ name, left }: { name: string; left: number }): MailContent {
  return {
    subject: `A recovery code of your ${product.name} account was used`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was just used instead of a passkey, and you were signed out on every other device. ${left === 1 ? '1 code is' : `${left} codes are`} left. If this was you, there is nothing to do.`,
      `If this was not you, set a new password at once and write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
