import { createForm, type Form } from '../shared/form.ts';
import { browserNavigation, type Navigation } from '../shared/navigation.ts';
import { takeReturnPath } from '../shared/return-path.ts';
import { signIn } from '../shared/session.ts';
import { leaveWhenSignedIn } from './already-signed-in.ts';

export interface SignInValues {
  email: string;
  password: string;
}

export interface SignInScreen {
  form: Form<SignInValues>;
  start(): Promise<void>;
}

/** The sign-in screen (SIGNIN-01 to SIGNIN-08). */
export function createSignIn(navigation: Navigation = browserNavigation): SignInScreen {
  const form = createForm<SignInValues>({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      ...(email.trim() ? {} : { email: 'Email is required' }),
      ...(password ? {} : { password: 'Password is required' }),
    }),
    submit: async ({ email, password }) => {
      const user = await signIn({ email: email.trim(), password });
      navigation.replace(takeReturnPath(user.role));
      return 'leaving';
    },
  });
  return { form, start: () => leaveWhenSignedIn(navigation) };
}
