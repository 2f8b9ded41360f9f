import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Which sessions a new password ended: all of them, or all but the one it was set in. */
type SignedOut = 'everywhere' | 'elsewhere';

/** Tells a person that their password was changed (docs/security.md P13). */
export function toPasswordChangedMessage({
  name,
  signedOut = 'everywhere',
}: {
  name: string;
  signedOut?: SignedOut;
}): MailContent {
  const outcome =
    signedOut === 'everywhere'
      ? 'you were signed out everywhere'
      : 'you were signed out on every device but the one you used';
  return {
    subject: `Your ${product.name} password was changed`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'Your password was changed',
    paragraphs: [
      `Your password was just changed, and ${outcome}. If this was you, there is nothing to do.`,
      `If this was not you, set a new password at once and write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
