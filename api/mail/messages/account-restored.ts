import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Tells a person that their suspended account is active again. */
export function toAccountRestoredMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Your ${product.name} account is active again`,
    preview: 'Sign in and go on where you left off.',
    name,
    title: 'Welcome back',
    paragraphs: ['Your account is active again. Everything is as you left it: sign in and go on.'],
    action: { label: 'Sign in', path: '/signin' },
    reason: ACCOUNT_REASON,
  };
}
