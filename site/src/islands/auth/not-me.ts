import { atom, type ReadableAtom } from 'nanostores';
import type { AUTH_ERRORS } from '#contract/auth.ts';
import { reportSignIn } from '#contract/auth.ts';
import { UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '../shared/http/api.ts';

interface NotMeState {
  /** unread: the address was not read yet. incomplete: it has no whole secret. spent: the link is good for nothing more. */
  step: 'unread' | 'incomplete' | 'asked' | 'busy' | 'done' | 'spent';
  failure: string | null;
}

interface NotMeScreen {
  $state: ReadableAtom<NotMeState>;
  /** Takes the secret out of the address's fragment, which no server is told. */
  start(fragment: string): void;
  /** Nothing happens before this: programs that open links in mail press no button. */
  confirm(): Promise<void>;
}

/** What `createToken` of the server makes; anything else is half a link. */
const TOKEN = /^[\w-]{43}$/;
/** Stands in the address in place of a secret that is good for nothing more, so that a reload offers no button. */
export const USED = '#used';
const SPENT: keyof typeof AUTH_ERRORS = 'REPORT_LINK_SPENT';

/** The page behind 'This was not me' in the mail about a new device. */
export function createNotMe(): NotMeScreen {
  const $state = atom<NotMeState>({ step: 'unread', failure: null });
  let token = '';
  return {
    $state,
    start: (fragment) => {
      token = fragment.replace(/^#/, '');
      const step = TOKEN.test(token) ? 'asked' : 'incomplete';
      $state.set({ step: fragment === USED ? 'spent' : step, failure: null });
    },
    confirm: async () => {
      if ($state.get().step !== 'asked') return;
      $state.set({ step: 'busy', failure: null });
      try {
        await callApi(reportSignIn, { body: { token } });
        $state.set({ step: 'done', failure: null });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === SPENT) $state.set({ step: 'spent', failure: null });
        else $state.set({ step: 'asked', failure: toMessage(error, UNEXPECTED_FAILURE) });
      }
    },
  };
}
