import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

/** Which sessions a new password ended: all of them, or all but the one it was set in. */
type SignedOut = 'everywhere' | 'elsewhere';

interface PasswordChanged {
  name: string;
  signedOut: SignedOut;
  /** The passkeys that still sign in; null for none. */
  passkeys: { count: number; lastAddedOn: string } | null;
  /** Stands behind the '#', so that no server on the way and no log sees it; null for an unverified address. */
  token: string | null;
}

/** Tells a person that their password was changed (docs/security.md P13). */
export function toPasswordChangedMessage({ name, signedOut, passkeys, token }: PasswordChanged): MailContent {
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
      ...(passkeys === null ? [] : [toPasskeysLeft(passkeys)]),
      token === null
        ? `If this was not you, set a new password at once and write to ${product.mailbox}.`
        : 'If this was not you, the button signs out every device and asks you for a new password. It works for seven days.',
    ],
    action:
      token === null
        ? { label: 'Set a new password', path: '/forgot-password' }
        : { label: 'This was not me', path: `/not-me#${token}` },
    reason: ACCOUNT_REASON,
  };
}

function toPasskeysLeft({ count, lastAddedOn }: { count: number; lastAddedOn: string }): string {
  const left =
    count === 1
      ? `One passkey still signs in to your account. It was added on ${lastAddedOn}.`
      : `${count} passkeys still sign in to your account. The last was added on ${lastAddedOn}.`;
  return `${left} Remove any that is not yours: in your profile, under “Passkeys”.`;
}
