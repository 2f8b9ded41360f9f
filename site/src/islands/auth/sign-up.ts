import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts';
import { lengthOf } from '#contract/text.ts';
import { toFieldErrors } from '../shared/form/error-details.ts';
import { createForm, type Form } from '../shared/form/form.ts';
import { browserHeader } from '../shared/http/browser-secret.ts';
import {
  browserNavigation,
  leaveWhenSignedIn,
  type Navigation,
  removeReturnPath,
} from '../shared/session/return-path.ts';
import { signUp } from '../shared/session/sign-in.ts';

export interface SignUpValues {
  name: string;
  email: string;
  password: string;
}

export interface SignUpScreen {
  form: Form<SignUpValues>;
  start(): Promise<unknown>;
}

const FIELDS = { name: /^name/i, password: /^password/i, email: /email/i };
export const PASSWORD_HINT = `Must be at least ${PASSWORD_MIN_LENGTH} characters`;

/** Only enables the button; the server has more rules (docs/product.md OPEN-50). */
export function mayCreateAccount({ name, email, password }: SignUpValues): boolean {
  return name.trim() !== '' && email.trim() !== '' && lengthOf(password) >= PASSWORD_MIN_LENGTH;
}

export function createSignUp(navigation: Navigation = browserNavigation): SignUpScreen {
  const form = createForm<SignUpValues>({
    initial: { name: '', email: '', password: '' },
    submit: async (values) => {
      if (!mayCreateAccount(values)) return 'staying';
      try {
        await signUp(
          { name: values.name.trim(), email: values.email.trim(), password: values.password },
          browserHeader(),
        );
      } catch (error) {
        const fault = toFieldErrors<SignUpValues>(error, FIELDS);
        if (!fault) throw error;
        form.refuse(fault);
        return 'staying';
      }
      // New accounts go to the profile form first.
      removeReturnPath();
      navigation.replace('/migration');
      return 'leaving';
    },
    draft: { key: () => ({ name: 'sign-up', owner: '' }), fields: ['name', 'email'] },
  });
  return { form, start: () => leaveWhenSignedIn(navigation) };
}
