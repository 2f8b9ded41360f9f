import { meetsPasswordRules } from '#contract/password-rules.ts';
import type { FieldErrors } from '../form/form.ts';

export interface NewPassword {
  newPassword: string;
  confirmPassword: string;
}

export function validateNewPassword({ newPassword, confirmPassword }: NewPassword): FieldErrors<NewPassword> {
  return {
    ...(meetsPasswordRules(newPassword)
      ? {}
      : { newPassword: 'Please ensure your password meets all requirements.' }),
    ...(newPassword === confirmPassword ? {} : { confirmPassword: 'Passwords do not match.' }),
  };
}
