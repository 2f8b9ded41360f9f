import { OTP_LIFETIME_MINUTES, RESET_LINK_HOURS } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MailContent, NEVER_ASKED } from './content.ts';

export function toPasswordResetMessage({
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
}): MailContent {
  return {
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
  };
}
