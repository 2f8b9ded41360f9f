import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent, toLine } from './content.ts';

const toNames = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(toLine));

export function toAccountCreatedMessage({
  name,
  isActive,
  leagues,
}: {
  name: string;
  isActive: boolean;
  leagues: readonly string[];
}): MailContent {
  return {
    subject: `Your ${product.name} account is ready`,
    preview: 'Choose a password, then sign in.',
    name,
    title: 'Your account is ready',
    paragraphs: [
      `The ${product.name} team created an account for you. It has no password yet: choose one with ‘Forgot password’. We will email you a code.`,
      ...(leagues.length > 0 ? [`You are enrolled in ${toNames(leagues)}.`] : []),
      isActive
        ? `Then sign in, ${leagues.length > 0 ? 'open your league' : 'choose a league'} and tick your first resource.`
        : 'Then sign in and look around. We approve your account before you can start learning.',
      'If you do not want the account, ignore this email: no one can use it without this address.',
    ],
    action: { label: 'Choose a password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
