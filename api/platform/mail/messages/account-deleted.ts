import { product } from '../../process/product.ts';
import type { MailContent } from './content.ts';

/** Queue it without a user, because the account is gone. */
export function toAccountDeletedMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Your ${product.name} account was deleted`,
    preview: 'This is our last message to you.',
    name,
    title: 'Your account was deleted',
    paragraphs: [
      'As you asked, we deleted your account and your data. You can no longer sign in.',
      `If you did not ask for this, write to ${product.mailbox} at once.`,
      'Thank you for learning with us. You are welcome back at any time.',
    ],
    reason: `You get this last message because this was your address at ${product.name}.`,
  };
}
