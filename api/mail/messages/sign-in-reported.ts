import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Tells a person that their account is shut until they set a new password. */
export function toSignInReportedMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Set a new password for your ${product.name} account`,
    preview: 'Every device is signed out, and the old password works no more.',
    name,
    title: 'Your account is safe. Set a new password',
    paragraphs: [
      'You told us that somebody else used your account. Every device is signed out, and the old password works no more.',
      'Choose a new one that you use nowhere else. Your progress, notes and badges are kept.',
      `If the address or anything else of your account was changed by somebody else, write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
