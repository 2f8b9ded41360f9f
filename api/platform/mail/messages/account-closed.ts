import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

export function toAccountClosedMessage({ name }: { name: string }): MailContent {
  return {
    subject: `Your ${product.name} account is closed`,
    preview: `It will be erased in ${STAFF_ERASURE_DAYS} days.`,
    name,
    title: 'Your account is closed',
    paragraphs: [
      `As you asked, your account is closed and you can no longer sign in. A staff account is kept for ${STAFF_ERASURE_DAYS} days, then erased with all your data. It is kept longer only if a decision still depends on it.`,
      `Until then a Grand Pathfinder can open it again. If you did not ask for this, or changed your mind, write to ${product.mailbox} at once.`,
    ],
    reason: ACCOUNT_REASON,
  };
}
