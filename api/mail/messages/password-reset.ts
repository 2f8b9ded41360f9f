import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MailContent, NEVER_ASKED } from './content.ts';

/** The code that lets a person set a new password (docs/api.md 1.2). */
export function toPasswordResetMessage({
  name,
  email,
  code,
  mailKey,
}: {
  name: string;
  email: string;
  code: string;
  /** Lets the page ask for another code when strangers have asked for theirs. */
  mailKey: string;
}): MailContent {
  return {
    subject: `${code} is your ${product.name} password reset code`,
    preview: `It works once, for ${OTP_LIFETIME_MINUTES} minutes.`,
    name,
    title: 'Choose a new password',
    code,
    paragraphs: [
      `Enter this code to choose a new password. It works once, for ${OTP_LIFETIME_MINUTES} minutes. ${NEVER_ASKED}`,
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
      'If no new code comes because others asked for too many, open the page with the link below: there you can still ask for one, today and tomorrow.',
    ],
    action: {
      label: 'Page closed? Open it again',
      path: `/reset-password?email=${encodeURIComponent(email)}#mailKey=${mailKey}`,
    },
    reason: 'You get this message because somebody asked for a new password for this address.',
  };
}
