import { PASSWORD_MIN_LENGTH, PASSWORD_SPECIAL_CHARACTERS } from './constants.ts';
import { lengthOf } from './text.ts';

export interface PasswordRule {
  key: string;
  /** The rule in words, as the checklist shows it. */
  label: string;
  /** What the API answers where it does not hold. */
  text: string;
  holds: (password: string) => boolean;
}

/** The one of the five that holds at sign-up as well. */
export const PASSWORD_LENGTH_RULE: PasswordRule = {
  key: 'length',
  label: `At least ${PASSWORD_MIN_LENGTH} characters`,
  text: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
  holds: (password) => lengthOf(password) >= PASSWORD_MIN_LENGTH,
};

/**
 * The five rules of the reset form, in the order of the specification; also what the API answers (RESET-08 to
 * RESET-12).
 */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  PASSWORD_LENGTH_RULE,
  {
    key: 'uppercase',
    label: 'One uppercase letter',
    text: 'Password must contain at least one uppercase letter',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    key: 'lowercase',
    label: 'One lowercase letter',
    text: 'Password must contain at least one lowercase letter',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  {
    key: 'digit',
    label: 'One number',
    text: 'Password must contain at least one number',
    holds: (password) => /[0-9]/.test(password),
  },
  {
    key: 'special',
    label: 'One special character',
    text: 'Password must contain at least one special character',
    holds: (password) => [...PASSWORD_SPECIAL_CHARACTERS].some((sign) => password.includes(sign)),
  },
];

export interface PasswordCheck extends Pick<PasswordRule, 'key' | 'label'> {
  holds: boolean;
}

/** Every rule of a new password with whether it holds now (RESET-07 to RESET-12). */
export function checkPassword(password: string): PasswordCheck[] {
  return PASSWORD_RULES.map(({ key, label, holds }) => ({ key, label, holds: holds(password) }));
}

/** True when all five rules hold. */
export function meetsPasswordRules(password: string): boolean {
  return PASSWORD_RULES.every((rule) => rule.holds(password));
}
