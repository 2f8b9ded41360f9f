import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Goes to the owner of the address, so that only the mailbox reveals the account. */
export function toEmailTakenMessage({ name }: { name: string }): MailContent {
  return {
    subject: `This address already has an account at ${product.name}`,
    preview: 'Nothing was changed.',
    name,
    title: 'You already have an account with this address',
    paragraphs: [
      'Someone asked to use this address for another account. It already belongs to yours, so we changed nothing.',
      'If this was you, sign in with this address, or delete one of the two accounts first. If it was not you, there is nothing to do.',
    ],
    action: { label: 'Sign in', path: '/signin' },
    reason: ACCOUNT_REASON,
  };
}
