import { atom, type ReadableAtom } from 'nanostores';
import { saveLearningChoices } from '#contract/learning.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { reloadUser } from '#site/islands/shared/session/session.ts';

export interface BoardChoice {
  /** The choice on its way to the server. */
  sent: boolean | null;
  result: { kind: 'success' | 'failure'; text: string } | null;
}

const $state = atom<BoardChoice>({ sent: null, result: null });
export const $boardChoice: ReadableAtom<BoardChoice> = $state;

export async function hideFromBoards(isHidden: boolean): Promise<void> {
  if ($state.get().sent !== null) return;
  $state.set({ sent: isHidden, result: null });
  try {
    await callApi(saveLearningChoices, { body: { isHiddenFromBoards: isHidden } });
    await reloadUser();
    const text = isHidden ? 'Other learners no longer see you.' : 'Other learners see you again.';
    $state.set({ sent: null, result: { kind: 'success', text } });
  } catch (error) {
    const text = `Nothing was changed: ${toMessage(error, REQUEST_FAILED)}`;
    $state.set({ sent: null, result: { kind: 'failure', text } });
  }
}

export function clearBoardChoice(): void {
  if ($state.get().sent === null) $state.set({ sent: null, result: null });
}
