import { readDraft, removeDraft, storeDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';

// `over` is the saved note at the time of typing.
interface NoteDraft {
  note: string;
  over: string;
}

/**
 * Kept for the same account after sign-out (docs/security.md P45). Reads the account on opening, as the session may end
 * before saving.
 */
export function openNoteDraft(resourceId: string) {
  const key = { name: `note-${resourceId}`, owner: findOwner() ?? '' };
  const { note, over } = readDraft(key) ?? {};
  const drop = () => removeDraft(key);
  return {
    stored: note === undefined || over === undefined ? null : { note, over },
    store: (draft: NoteDraft) => (draft.note === draft.over ? drop() : storeDraft(key, { ...draft })),
    drop,
  };
}
