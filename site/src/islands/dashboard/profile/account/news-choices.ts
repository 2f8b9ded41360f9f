import { atom, type ReadableAtom } from 'nanostores';
import { getNewsChoices, type NewsChoices, type NewsChoicesBody, saveNewsChoices } from '#contract/news.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { createQuery } from '#site/islands/shared/query/query.ts';

type Kind = NewsChoices['kinds'][number];
export type Channel = 'isShown' | 'isMailed';

export const newsChoices = createQuery('news choices', () => callApi(getNewsChoices));

const $result = atom<{ kind: 'success' | 'failure'; text: string } | null>(null);
export const $newsChoiceResult: ReadableAtom<ReturnType<typeof $result.get>> = $result;

export function clearNewsChoiceResult(): void {
  $result.set(null);
}

// In order, so that the last choice is stored last.
let saving = Promise.resolve();

/** Shown at once, and taken back if the server does not store it. */
function save(
  body: NewsChoicesBody,
  show: (choices: NewsChoices) => NewsChoices,
  undo: typeof show,
): Promise<void> {
  newsChoices.change(show);
  saving = saving.then(async () => {
    try {
      await callApi(saveNewsChoices, { body });
      $result.set({ kind: 'success', text: 'Saved.' });
    } catch (error) {
      newsChoices.change(undo);
      $result.set({ kind: 'failure', text: `Nothing was changed: ${toMessage(error, REQUEST_FAILED)}` });
    }
  });
  return saving;
}

export function chooseChannel({ kind, ...before }: Kind, channel: Channel, isOn: boolean): Promise<void> {
  const set = (value: boolean) => (choices: NewsChoices) => ({
    ...choices,
    kinds: choices.kinds.map((one) => (one.kind === kind ? { ...one, [channel]: value } : one)),
  });
  return save({ kinds: [{ kind, [channel]: isOn }] }, set(isOn), set(before[channel]));
}

export function chooseRhythm(
  before: NewsChoices['mailRhythm'],
  mailRhythm: NewsChoices['mailRhythm'],
): Promise<void> {
  const set = (rhythm: typeof mailRhythm) => (choices: NewsChoices) => ({ ...choices, mailRhythm: rhythm });
  return save({ mailRhythm }, set(mailRhythm), set(before));
}
