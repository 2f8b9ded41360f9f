import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

export function toAccountApprovedMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Welcome to ${product.name}: your account is approved`,
    preview: 'Choose a league and tick your first resource.',
    name,
    title: 'You are in',
    paragraphs: [
      'Your account was approved. Sign in, choose a league and tick your first resource.',
      'See you on the leaderboard.',
    ],
    action: { label: 'Choose a league', path: '/dashboard/leagues' },
    reason: ACCOUNT_REASON,
  };
}
