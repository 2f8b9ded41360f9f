import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent, toPlainName } from './content.ts';

interface SignInReported {
  name: string;
  passkeys: readonly { name: string; addedOn: string }[];
}

/** Names the remaining passkeys, because one of them may belong to the attacker. */
export function toSignInReportedMessage({ name, passkeys }: SignInReported): MailContent {
  const left = passkeys.map((passkey) => {
    const plain = toPlainName(passkey.name);
    return `${plain === null ? 'one' : `“${plain}”`}, added on ${passkey.addedOn}`;
  });
  return {
    subject: `Set a new password for your ${product.name} account`,
    preview: 'Every device is signed out, and the old password no longer works.',
    name,
    title: 'Your account is safe. Set a new password',
    paragraphs: [
      'You told us that someone else used your account. Every device is signed out, and the old password no longer works.',
      'Choose a new one that you use nowhere else. Your progress, notes and badges are kept.',
      ...(left.length === 0
        ? []
        : [
            `These passkeys still work: ${left.join('; ')}. Remove any that are not yours in your account settings.`,
          ]),
      `If someone changed the address or anything else of your account, write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
    reason: ACCOUNT_REASON,
  };
}
