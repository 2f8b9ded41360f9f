import { getNewsChoices, type NewsChoices, type NewsChoicesBody, saveNewsChoices } from '#contract/news.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createQuery } from '#site/islands/shared/query/query.ts';
import { announce, warn } from '#site/islands/shared/toast/toast.ts';

export const newsChoices = createQuery('news choices', () => callApi(getNewsChoices));

const apply = (choices: NewsChoices, { mailRhythm = choices.mailRhythm, kinds = [] }: NewsChoicesBody) => ({
  mailRhythm,
  kinds: choices.kinds.map((one) => ({ ...one, ...kinds.find(({ kind }) => kind === one.kind) })),
});

// In order, so that the last choice is stored last.
let saving = Promise.resolve();

/** Shown at once, and `before` again if the server does not store it. */
export function choose(chosen: NewsChoicesBody, before: NewsChoicesBody): Promise<void> {
  newsChoices.change((choices) => apply(choices, chosen));
  saving = saving.then(async () => {
    try {
      await callApi(saveNewsChoices, { body: chosen });
      announce('Saved.');
    } catch (error) {
      newsChoices.change((choices) => apply(choices, before));
      warn(`Nothing was changed: ${toMessage(error, REQUEST_FAILED)}`);
    }
  });
  return saving;
}
