import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

export function toAccountRestoredMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Your ${product.name} account is active again`,
    preview: 'Sign in to pick up where you left off.',
    name,
    title: 'Welcome back',
    paragraphs: ['Your account is active again. Everything is as you left it. Sign in to carry on.'],
    action: { label: 'Sign in', path: '/signin' },
    reason: ACCOUNT_REASON,
  };
}
