import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

export function toSessionsEndedMessage({
  name,
  by,
  reason,
}: {
  name: string;
  by: string;
  reason: string;
}): MailContent {
  return {
    subject: `You were signed out of ${product.name} on every device`,
    preview: 'Sign in again to carry on. Nothing is lost.',
    name,
    title: 'You were signed out on every device',
    paragraphs: [
      'A Grand Pathfinder ended all your sessions. Nothing is lost: sign in again to carry on.',
      `If you use your password on other sites too, set a new one. If you have questions, write to ${product.mailbox}.`,
    ],
    quote: { from: by, text: reason },
    action: { label: 'Sign in', path: '/signin' },
    reason: ACCOUNT_REASON,
  };
}
