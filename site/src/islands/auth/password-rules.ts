import { PASSWORD_RULES } from '#contract/password-rules.ts';

export interface PasswordCheck {
  key: string;
  /** The rule in words, as the checklist shows it. */
  label: string;
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
