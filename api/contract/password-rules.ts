import { PASSWORD_MIN_LENGTH, PASSWORD_SPECIAL_CHARACTERS } from './constants.ts';
import { lengthOf } from './text.ts';

export interface PasswordRule {
  key: string;
  label: string;
  text: string;
  holds: (password: string) => boolean;
}

/** Sign-up checks this rule alone. */
export const PASSWORD_LENGTH_RULE: PasswordRule = {
  key: 'length',
  label: `At least ${PASSWORD_MIN_LENGTH} characters`,
  text: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
  holds: (password) => lengthOf(password) >= PASSWORD_MIN_LENGTH,
};

/** Rules of the reset form and their API texts, in the order of the specification. */
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

export function checkPassword(password: string): PasswordCheck[] {
  return PASSWORD_RULES.map(({ key, label, holds }) => ({ key, label, holds: holds(password) }));
}

export function meetsPasswordRules(password: string): boolean {
  return PASSWORD_RULES.every((rule) => rule.holds(password));
}
