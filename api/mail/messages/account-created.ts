import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Tells a person that staff made an account for them, and how to choose its password (docs/decisions/0027). */
export function toAccountCreatedMessage({
  name,
  isActive,
}: {
  name: string;
  isActive: boolean;
}): MailContent {
  return {
    subject: `Your ${product.name} account is ready`,
    preview: 'Choose a password, then sign in.',
    name,
    title: 'Your account is ready',
    paragraphs: [
      `The ${product.name} team created an account for you. It has no password yet: choose one with ‘Forgot password’. We will email you a code.`,
      isActive
        ? 'Then sign in, choose a league and tick your first resource.'
        : 'Then sign in and look around. We approve your account before you can start learning.',
      'If you do not want the account, ignore this email: no one can use it without this address.',
    ],
    action: { label: 'Choose a password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
