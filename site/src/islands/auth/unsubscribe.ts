import { atom } from 'nanostores';
import { unsubscribe } from '#contract/news.ts';
import { UNEXPECTED_FAILURE } from '../shared/form/form.ts';
import { callApi, toMessage } from '../shared/http/api.ts';

const INCOMPLETE = 'This link is not complete. Open it from the message again.';

type UnsubscribeState =
  | { step: 'unread' | 'busy' }
  | { step: 'asked'; failure: string | null }
  | { step: 'done'; stopped: string };

export function createUnsubscribe() {
  const $state = atom<UnsubscribeState>({ step: 'unread' });
  let token = '';
  return {
    $state,
    /** Browsers do not send the fragment to servers. */
    start: (fragment: string) => {
      token = fragment.replace(/^#/, '');
      $state.set({ step: 'asked', failure: token ? null : INCOMPLETE });
    },
    /** Needs a click, because mail scanners open links. */
    confirm: async () => {
      if (!token || $state.get().step !== 'asked') return;
      $state.set({ step: 'busy' });
      try {
        const { stopped } = await callApi(unsubscribe, { params: { token } });
        $state.set({ step: 'done', stopped });
      } catch (error) {
        $state.set({ step: 'asked', failure: toMessage(error, UNEXPECTED_FAILURE) });
      }
    },
  };
}
