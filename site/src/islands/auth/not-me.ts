import { atom, type ReadableAtom } from 'nanostores';
import type { AUTH_ERRORS } from '#contract/auth.ts';
import { checkReportLink, reportSignIn } from '#contract/auth.ts';
import { UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '../shared/http/api.ts';

interface NotMeState {
  /** unread: not checked yet. incomplete: no complete secret. spent: no longer valid. */
  step: 'unread' | 'incomplete' | 'asked' | 'busy' | 'done' | 'spent';
  failure: string | null;
}

interface NotMeScreen {
  $state: ReadableAtom<NotMeState>;
  /** Browsers do not send the fragment to servers. */
  start(fragment: string): Promise<void>;
  /** Needs a click, because mail scanners open links. */
  confirm(): Promise<void>;
}

/** The format of the server's `createToken`. */
const TOKEN = /^[\w-]{43}$/;
/** Replaces a spent secret in the address, so that a reload shows no button. */
export const USED = '#used';
const SPENT: keyof typeof AUTH_ERRORS = 'REPORT_LINK_SPENT';
/** After any other failure the link may still work. */
const isAboutSpentLink = (error: unknown) => error instanceof ApiFailure && error.code === SPENT;

export function createNotMe(): NotMeScreen {
  const $state = atom<NotMeState>({ step: 'unread', failure: null });
  let token = '';
  return {
    $state,
    start: async (fragment) => {
      const asked = fragment.replace(/^#/, '');
      token = asked;
      if (!TOKEN.test(asked)) {
        $state.set({ step: fragment === USED ? 'spent' : 'incomplete', failure: null });
        return;
      }
      $state.set({ step: 'unread', failure: null });
      const isSpent = await callApi(checkReportLink, { body: { token } }).then(() => false, isAboutSpentLink);
      if (token === asked) $state.set({ step: isSpent ? 'spent' : 'asked', failure: null });
    },
    confirm: async () => {
      if ($state.get().step !== 'asked') return;
      $state.set({ step: 'busy', failure: null });
      try {
        await callApi(reportSignIn, { body: { token } });
        $state.set({ step: 'done', failure: null });
      } catch (error) {
        if (isAboutSpentLink(error)) $state.set({ step: 'spent', failure: null });
        else $state.set({ step: 'asked', failure: toMessage(error, UNEXPECTED_FAILURE) });
      }
    },
  };
}
