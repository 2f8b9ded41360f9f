import { product } from '../../product.ts';
import { type MailMessage, toMessage } from './layout.ts';

/** Tells a person that their account was approved (contract 1.18). */
export function toAccountApprovedMessage({ name }: { name: string }): MailMessage {
  return toMessage({
    subject: `Welcome to ${product.name}: your account is approved`,
    name,
    paragraphs: [
      'Your account was approved. Sign in, choose a league and tick your first resource.',
      'See you on the leaderboard.',
    ],
  });
}
