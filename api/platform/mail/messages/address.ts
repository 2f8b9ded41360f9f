import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MailContent, type MessageMakers, NEVER_ASKED } from './content.ts';

interface EmailChanged {
  name: string;
  newEmail: string;
  /** After the '#' of the link, so no server or log sees it. */
  token: string | null;
}

export function toMaskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, '$1***');
}

// Goes to the new address, before the account moves.
const toChangeMessage = (name: string, code: string): MailContent => ({
  subject: `${code} is your ${product.name} code for a new email address`,
  preview: `It works once, for ${OTP_LIFETIME_MINUTES} minutes.`,
  name,
  title: 'Use this address from now on',
  code,
  paragraphs: [
    `Enter this code to use this address for your account. It works once, for ${OTP_LIFETIME_MINUTES} minutes. ${NEVER_ASKED}`,
    'Until then your old address stays. If you did not ask for this, you can ignore it: nothing happens without the code.',
  ],
  action: { label: 'Open your profile', path: '/dashboard/profile' },
  reason: `You get this message because someone wants to use this address at ${product.name}.`,
});

// Goes to the owner of the address, so that only the mailbox reveals the account.
const toTakenMessage = ({ name }: { name: string }): MailContent => ({
  subject: `This address already has an account at ${product.name}`,
  preview: 'Nothing was changed.',
  name,
  title: 'You already have an account with this address',
  paragraphs: [
    'Someone asked to use this address for another account. It already belongs to yours, so we changed nothing.',
    'If this was you, sign in with this address, or delete one of the two accounts first. If it was not you, there is nothing to do.',
  ],
  action: { label: 'Sign in', path: '/signin' },
});

export const ADDRESS_MESSAGES = {
  /** Without a code: the address belongs to another account. */
  EMAIL_CHANGE: ({ name, code }: { name: string; code: string | null }) =>
    code === null ? toTakenMessage({ name }) : toChangeMessage(name, code),
  /** Goes to the current address. */
  EMAIL_CHANGE_REQUESTED: ({ name, newEmail }: { name: string; newEmail: string }) => ({
    subject: `Request to change your ${product.name} email address`,
    preview: 'If this was you, enter the code we sent to the new address.',
    name,
    title: 'Request to change your email address',
    paragraphs: [
      `Someone who knows your password asked to move your account to ${toMaskedEmail(newEmail)}. If this was you, enter the code we sent there. Until then nothing changes.`,
      `If this was not you, set a new password at once and write to ${product.mailbox}.`,
    ],
    action: { label: 'Set a new password', path: '/forgot-password' },
  }),
  /** Goes to the old address. */
  EMAIL_CHANGED: ({ name, newEmail, token }: EmailChanged) => ({
    subject: `Your ${product.name} email address was changed`,
    preview: 'If this was you, there is nothing to do.',
    name,
    title: 'Your email address was changed',
    paragraphs: [
      `From now on you sign in with ${toMaskedEmail(newEmail)}, and our messages go there. If this was you, there is nothing to do.`,
      ...(token === null
        ? [
            `If this was not you, write to ${product.mailbox} at once, from this address. We can give your account back to you.`,
          ]
        : [
            'If this was not you, the button leads to a page that gives the account back to this address, signs out every device and asks you for a new password. It works once, for seven days.',
            `If that does not help, write to ${product.mailbox} from this address.`,
          ]),
    ],
    ...(token === null ? {} : { action: { label: 'This was not me', path: `/not-me#${token}` } }),
    reason: `You get this message because this was your address at ${product.name} until now.`,
  }),
  EMAIL_TAKEN: toTakenMessage,
} satisfies MessageMakers;
