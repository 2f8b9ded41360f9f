import { atom, type ReadableAtom } from 'nanostores';
import type { AUTH_ERRORS } from '#contract/auth.ts';
import { createForm, type Form } from '../shared/form/form.ts';
import { ApiFailure } from '../shared/http/api.ts';
import { browserHeader } from '../shared/http/browser-secret.ts';
import { type SignOutReason, takeSignOutReason } from '../shared/http/session-end.ts';
import {
  browserNavigation,
  DASHBOARD_PATH,
  leaveWhenSignedIn,
  type Navigation,
  storePickedLeague,
  storeReturnPath,
  takeReturnPath,
} from '../shared/session/return-path.ts';
import { $session } from '../shared/session/session.ts';
import { signIn } from '../shared/session/sign-in.ts';

interface SignInValues {
  email: string;
  password: string;
}

export interface SignInScreen {
  form: Form<SignInValues>;
  /** 'suspended' also after a refused sign-in. */
  $signOutReason: ReadableAtom<SignOutReason | null>;
  /**
   * Also redirects after a sign-in in another tab. '#email=' fills the field, '?league=' names the league chosen on
   * /cohorts.
   */
  start(address?: { hash?: string; search?: string }): Promise<void>;
}

const LEAGUE_ID = /^[\w-]{1,128}$/;
const SUSPENDED: keyof typeof AUTH_ERRORS = 'LOGIN_SUSPENDED';

export function createSignIn(navigation: Navigation = browserNavigation): SignInScreen {
  const $signOutReason = atom<SignOutReason | null>(null);
  const form = createForm<SignInValues>({
    initial: { email: '', password: '' },
    validate: ({ email, password }) => ({
      ...(email.trim() ? {} : { email: 'Email is required' }),
      ...(password ? {} : { password: 'Password is required' }),
    }),
    submit: async ({ email, password }) => {
      const user = await signIn({ email: email.trim(), password }, browserHeader()).catch(
        (error: unknown) => {
          if (error instanceof ApiFailure && error.code === SUSPENDED) $signOutReason.set('suspended');
          // The earlier refusal was about another account.
          else if ($signOutReason.get() === 'suspended') $signOutReason.set(null);
          throw error;
        },
      );
      navigation.replace(takeReturnPath(user.role));
      return 'leaving';
    },
  });
  return {
    form,
    $signOutReason,
    start: async ({ hash = '', search = '' } = {}) => {
      const email = new URLSearchParams(hash.slice(1)).get('email');
      if (email) form.change('email', email);
      const league = new URLSearchParams(search).get('league');
      const path = league && LEAGUE_ID.test(league) ? `${DASHBOARD_PATH}/league/${league}` : undefined;
      if (await leaveWhenSignedIn(navigation, path)) return;
      if (league && path) {
        storePickedLeague(league);
        storeReturnPath(path);
      }
      $signOutReason.set(takeSignOutReason());
      // A sign-in in this tab redirects by itself.
      let isElsewhere = false;
      addEventListener('storage', () => {
        isElsewhere = true;
      });
      const unbind = $session.listen(({ user }) => {
        if (!user || !isElsewhere) return;
        unbind();
        navigation.replace(takeReturnPath(user.role));
      });
    },
  };
}
