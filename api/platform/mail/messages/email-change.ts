import { OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { product } from '../../process/product.ts';
import { type MailContent, NEVER_ASKED } from './content.ts';

/** Goes to the new address, before the account moves. */
export function toEmailChangeMessage({ name, code }: { name: string; code: string }): MailContent {
  return {
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
  };
}
