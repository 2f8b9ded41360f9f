import { OTP_LIFETIME_MINUTES } from '../../contract/constants.ts';
import { product } from '../../product.ts';
import { type MailMessage, toMessage } from './layout.ts';

/** The code that lets a person set a new password (contract 1.2). */
export function toPasswordResetMessage({ name, code }: { name: string; code: string }): MailMessage {
  return toMessage({
    subject: `${code} is your ${product.name} password reset code`,
    name,
    code,
    paragraphs: [
      `Enter this code to choose a new password. It works once, for ${OTP_LIFETIME_MINUTES} minutes.`,
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
    ],
  });
}
