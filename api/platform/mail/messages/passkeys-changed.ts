import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

// `reset`: removed by staff for a person who lost them.
type PasskeyChange = 'added' | 'removed' | 'codes' | 'reset';

export function toPasskeysChangedMessage({
  name,
  change,
}: {
  name: string;
  change: PasskeyChange;
}): MailContent {
  const { title, fact } = {
    added: {
      title: 'A passkey was added',
      fact: 'A new passkey can now sign in to your account.',
    },
    removed: {
      title: 'A passkey was removed',
      fact: 'One of your passkeys can no longer sign in to your account.',
    },
    codes: {
      title: 'You have new recovery codes',
      fact: 'New recovery codes were made for your account. The old ones no longer work.',
    },
    reset: {
      title: 'Your passkeys were removed',
      fact: 'All passkeys and recovery codes of your account were removed, and you were signed out everywhere. Sign in with your password to add a new passkey.',
    },
  }[change];
  return {
    subject: `${title}: your ${product.name} account`,
    preview: 'If you expected this, there is nothing to do.',
    name,
    title,
    paragraphs: [
      `${fact} If you expected this, there is nothing to do.`,
      `If not, set a new password at once, check your passkeys in your account settings, and write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
