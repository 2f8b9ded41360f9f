import { atom, type ReadableAtom } from 'nanostores';
import { type NEWS_ERRORS, unsubscribe } from '#contract/news.ts';
import { UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { ApiFailure, callApi, toMessage } from '../shared/http/api.ts';

type UnsubscribeState =
  | { step: 'unread' | 'invalid' | 'busy' }
  | { step: 'asked'; failure: string | null }
  | { step: 'done'; stopped: string };

interface UnsubscribeScreen {
  $state: ReadableAtom<UnsubscribeState>;
  /** Browsers do not send the fragment to servers. */
  start(fragment: string): void;
  /** Needs a click, because mail scanners open links. */
  confirm(): Promise<void>;
}

const INVALID: keyof typeof NEWS_ERRORS = 'UNSUBSCRIBE_LINK_INVALID';

export function createUnsubscribe(): UnsubscribeScreen {
  const $state = atom<UnsubscribeState>({ step: 'unread' });
  let token = '';
  return {
    $state,
    start: (fragment) => {
      token = fragment.replace(/^#/, '');
      $state.set(token ? { step: 'asked', failure: null } : { step: 'invalid' });
    },
    confirm: async () => {
      if ($state.get().step !== 'asked') return;
      $state.set({ step: 'busy' });
      try {
        const { stopped } = await callApi(unsubscribe, { params: { token } });
        $state.set({ step: 'done', stopped });
      } catch (error) {
        const isInvalid = error instanceof ApiFailure && error.code === INVALID;
        const failure = toMessage(error, UNEXPECTED_FAILURE);
        $state.set(isInvalid ? { step: 'invalid' } : { step: 'asked', failure });
      }
    },
  };
}
