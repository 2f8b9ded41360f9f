import { OTP_LENGTH } from './constants.ts';

const SIX_DIGITS = new RegExp(`^[0-9]{${OTP_LENGTH}}$`);

export function isOtp(value: string): boolean {
  return SIX_DIGITS.test(value);
}
