import { OTP_LIFETIME_MINUTES, RESET_LINK_HOURS } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MessageMakers, NEVER_ASKED, toPlainName } from './content.ts';

interface PasswordChanged {
  name: string;
  signedOut: 'everywhere' | 'elsewhere';
  passkeys: { count: number; lastAddedOn: string } | null;
  /** After the '#' of the link, so no server or log sees it; null for an unverified address. */
  token: string | null;
}

function toPasskeysLeft({ count, lastAddedOn }: { count: number; lastAddedOn: string }): string {
  const left =
    count === 1
      ? `One passkey still signs in to your account. It was added on ${lastAddedOn}.`
      : `${count} passkeys still sign in to your account. The last was added on ${lastAddedOn}.`;
  return `${left} Remove any that is not yours: in your profile, under “Passkeys”.`;
}

interface NewDevice {
  name: string;
  device: string;
  network: string | null;
  at: string;
  timeZone: string;
  token: string;
  by: 'password' | 'passkey';
}

interface SignInReported {
  name: string;
  passkeys: readonly { name: string; addedOn: string }[];
}

export const SIGN_IN_MESSAGES = {
  EMAIL_VERIFICATION: ({ name, code }: { name: string; code: string }) => ({
    subject: `${code} is your ${product.name} verification code`,
    preview: `It works once, for ${OTP_LIFETIME_MINUTES} minutes.`,
    name,
    title: 'Verify your email address',
    code,
    paragraphs: [
      `Enter this code to verify your email address. It works once, for ${OTP_LIFETIME_MINUTES} minutes. ${NEVER_ASKED}`,
      'If you did not ask for it, you can ignore this message: nothing happens without the code.',
    ],
    action: { label: 'Page closed? Open it again', path: '/email-verification' },
  }),
  PASSWORD_RESET: ({
    name,
    email,
    code,
    token,
  }: {
    name: string;
    email: string;
    code: string;
    /** Sets the password without the code. */
    token: string;
  }) => ({
    subject: `${code} is your ${product.name} password reset code`,
    preview: 'Open the link, or enter the code.',
    name,
    title: 'Choose a new password',
    code,
    paragraphs: [
      `The link below opens the page where you choose a new password. It works once, for ${RESET_LINK_HOURS} hours.`,
      `If the page asks for a code, enter the one above within ${OTP_LIFETIME_MINUTES} minutes. ${NEVER_ASKED}`,
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
    ],
    action: {
      label: 'Choose a new password',
      path: `/reset-password#${new URLSearchParams({ email, token })}`,
    },
    reason: 'You get this message because someone asked for a new password for this address.',
  }),
  PASSWORD_CHANGED: ({ name, signedOut, passkeys, token }: PasswordChanged) => {
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
    };
  },
  /** Sent after a restore that ended password and passkeys. */
  PASSWORD_ENDED: ({ name }: { name: string }) => ({
    subject: `Set a new password for your ${product.name} account`,
    preview: 'We restored an earlier copy of our data. Your password no longer works.',
    name,
    title: 'Set a new password',
    paragraphs: [
      'We had to restore an earlier copy of our data. Your password, passkeys or recovery codes changed after that copy was made.',
      'So that no old one works again, we removed all of them and signed you out on every device. Set a new password, then add a passkey again if you use one.',
      `Other changes that you made since then may be missing. If you have questions, write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
  }),
  NEW_DEVICE: ({ name, device, network, at, timeZone, token, by }: NewDevice) => ({
    subject: `New sign-in to your ${product.name} account`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in with your ${by}: ${device}${network ? `, network ${network}` : ''}, ${at} (${timeZone}).`,
      'If this was you, there is nothing to do. If it was not, the button leads to a page that signs out every device and asks you for a new password. It works for seven days.',
      ...(by === 'passkey' ? ['Then remove the passkey, too: it is in your profile under “Passkeys”.'] : []),
    ],
    action: { label: 'This was not me', path: `/not-me#${token}` },
  }),
  /** Names the remaining passkeys, because one of them may belong to the attacker. */
  SIGN_IN_REPORTED: ({ name, passkeys }: SignInReported) => {
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
    };
  },
  PASSKEYS_CHANGED: ({
    name,
    change,
  }: {
    name: string;
    /** `reset`: removed by staff for a person who lost them. */
    change: 'added' | 'removed' | 'codes' | 'reset';
  }) => {
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
    };
  },
  RECOVERY_CODE_USED: ({ name, left }: { name: string; left: number }) => ({
    subject: `A recovery code of your ${product.name} account was used`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'A recovery code was used',
    paragraphs: [
      `One of your recovery codes was just used instead of a passkey, and you were signed out on every other device. ${left === 1 ? '1 code is' : `${left} codes are`} left. If this was you, there is nothing to do.`,
      `If this was not you, set a new password at once and write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
  }),
} satisfies MessageMakers;
