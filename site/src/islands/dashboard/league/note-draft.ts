import { forgetDraft, keepDraft, readDraft } from '#site/islands/shared/offline/draft.ts';
import { findOwner } from '#site/islands/shared/session/session.ts';

/** What was typed into the note of a resource, and the note it was typed over: another one may stand there by now. */
interface NoteDraft {
  note: string;
  over: string;
}

/**
 * What is typed into the note of a resource, for the same account after the end of the session (docs/security.md P45). It
 * belongs to whoever opens it, also when the session ends before the note is saved.
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
