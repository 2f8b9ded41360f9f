import { changePassword, type OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import { type NewPassword, validateNewPassword } from '#site/islands/shared/account/new-password.ts';
import { createForm, type FieldErrors, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { browserHeader } from '#site/islands/shared/http/browser-secret.ts';

export interface PasswordValues extends NewPassword {
  currentPassword: string;
}

type Reason = keyof typeof OWN_ACCOUNT_ERRORS;
const PASSWORD_WRONG: Reason = 'PASSWORD_WRONG';
const ABOUT_THE_NEW: readonly string[] = ['PASSWORD_UNCHANGED', 'INVALID_INPUT'] satisfies (
  | Reason
  | 'INVALID_INPUT'
)[];

function validatePasswords(values: PasswordValues): FieldErrors<PasswordValues> {
  return {
    ...(values.currentPassword ? {} : { currentPassword: 'Current password is required' }),
    ...validateNewPassword(values),
  };
}

export function createPasswordForm(onDone: () => void): Form<PasswordValues> {
  const form = createForm<PasswordValues>({
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    validate: validatePasswords,
    submit: async ({ currentPassword, newPassword }) => {
      try {
        await callApi(changePassword, { body: { currentPassword, newPassword }, headers: browserHeader() });
      } catch (error) {
        const errors = toPasswordErrors(error);
        if (!errors) throw error;
        form.refuse(errors);
        return 'staying';
      }
      onDone();
      return 'staying';
    },
  });
  return form;
}

// Assigns the server's error to a field; null if it belongs to none.
function toPasswordErrors(error: unknown): FieldErrors<PasswordValues> | null {
  if (!(error instanceof ApiFailure) || error.code === null) return null;
  if (error.code === PASSWORD_WRONG) return { currentPassword: error.message };
  return error.status === 400 && ABOUT_THE_NEW.includes(error.code) ? { newPassword: error.message } : null;
}
