import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { ACCOUNT_REASON, type MailContent, NEVER_ASKED } from './content.ts';

export function toVerificationMessage({ name, code }: { name: string; code: string }): MailContent {
  return {
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
    reason: ACCOUNT_REASON,
  };
}
