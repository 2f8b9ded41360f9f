import { unsubscribe } from '#contract/news.ts';
import { createForm } from '../shared/form/form.ts';
import { callApi } from '../shared/http/api.ts';

/** `show` gets the kind of mail that was stopped, and null for a new link. */
export function createUnsubscribe(show: (stopped: string | null) => void) {
  // Needs a click, because mail scanners open links.
  const form = createForm({
    initial: { token: '' },
    submit: async ({ token }) => {
      const { stopped } = await callApi(unsubscribe, { params: { token: token || '-' } });
      show(stopped);
      return 'staying';
    },
  });
  return {
    form,
    /** Browsers do not send the fragment to servers. */
    start: (fragment: string) => {
      show(null);
      form.change('token', fragment.slice(1));
    },
  };
}
