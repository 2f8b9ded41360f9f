import { forgetDraft, keepDraft, readDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';

/** Typed words, and the note they were typed over. */
interface NoteDraft {
  note: string;
  over: string;
}

/**
 * The draft of a note, for the same account after the end of the session (docs/security.md P45). It belongs to whoever
 * opens it, even if the session ends first.
 */
export function openNoteDraft(resourceId: string) {
  const key = { name: `note-${resourceId}`, owner: findOwner() ?? '' };
  const { note, over } = readDraft(key) ?? {};
  const drop = () => forgetDraft(key);
  return {
    kept: note === undefined || over === undefined ? null : { note, over },
    keep: (draft: NoteDraft) => (draft.note === draft.over ? drop() : keepDraft(key, { ...draft })),
    drop,
  };
}
