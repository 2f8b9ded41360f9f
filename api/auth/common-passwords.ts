import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '../contract/constants.ts';

/** The common passwords that our length rule would let through: some 18,000, in lower case (security P3). */
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN_LENGTH),
);

/** True when the password, whatever its case, is one of the common ones. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.normalize('NFKC').toLowerCase());
}
