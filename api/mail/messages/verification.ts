import { OTP_LIFETIME_MINUTES } from '../../contract/constants.ts';
import { product } from '../../product.ts';
import { type MailMessage, toMessage } from './layout.ts';

/** The code that proves an address belongs to the account (contract 1.3). */
export function toVerificationMessage({ name, code }: { name: string; code: string }): MailMessage {
  return toMessage({
    subject: `${code} is your ${product.name} verification code`,
    name,
    code,
    paragraphs: [
      `Enter this code to verify your e-mail address. It works once, for ${OTP_LIFETIME_MINUTES} minutes.`,
      'If you did not ask for it, you can ignore this message: nothing happens without the code.',
    ],
  });
}
