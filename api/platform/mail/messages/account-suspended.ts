import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

export function toAccountSuspendedMessage({
  name,
  quote,
}: {
  name: string;
  quote: MailContent['quote'] | null;
}): MailContent {
  return {
    subject: `Your ${product.name} account was suspended`,
    preview: 'You cannot sign in for now. Your progress is kept.',
    name,
    title: 'Your account was suspended',
    paragraphs: [
      'You are signed out everywhere and cannot sign in for now. Your progress, notes and badges are kept.',
      `If you do not know why, or think it is a mistake, write to ${product.mailbox} from this address. A person will read it and answer.`,
    ],
    ...(quote ? { quote } : {}),
    reason: ACCOUNT_REASON,
  };
}
