import { PASSWORD_MIN_LENGTH, PASSWORD_SPECIAL_CHARACTERS } from './constants.ts';
import { lengthOf } from './text.ts';

/** The five rules of the reset form, in the order of the checklist; also what the API answers (RESET-08 to RESET-12). */
export const PASSWORD_RULES = [
  {
    key: 'length',
    label: `At least ${PASSWORD_MIN_LENGTH} characters`,
    text: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
    holds: (password: string) => lengthOf(password) >= PASSWORD_MIN_LENGTH,
  },
  {
    key: 'uppercase',
    label: 'One uppercase letter',
    text: 'Password must contain at least one uppercase letter',
    holds: (password: string) => /\p{Lu}/u.test(password),
  },
  {
    key: 'lowercase',
    label: 'One lowercase letter',
    text: 'Password must contain at least one lowercase letter',
    holds: (password: string) => /\p{Ll}/u.test(password),
  },
  {
    key: 'digit',
    label: 'One number',
    text: 'Password must contain at least one number',
    holds: (password: string) => /[0-9]/.test(password),
  },
  {
    key: 'special',
    label: 'One special character',
    text: 'Password must contain at least one special character',
    holds: (password: string) => [...PASSWORD_SPECIAL_CHARACTERS].some((sign) => password.includes(sign)),
  },
] as const;
