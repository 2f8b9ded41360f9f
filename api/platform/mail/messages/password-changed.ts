import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent } from './content.ts';

type SignedOut = 'everywhere' | 'elsewhere';

interface PasswordChanged {
  name: string;
  signedOut: SignedOut;
  passkeys: { count: number; lastAddedOn: string } | null;
  /** After the '#' of the link, so no server or log sees it; null for an unverified address. */
  token: string | null;
}

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
