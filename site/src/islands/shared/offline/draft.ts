import { keysOf, readStoredJson, removeStored, writeStored } from './storage.ts';

// Unsent form text in sessionStorage; survives reloads and expired sessions. Never list passwords or codes.
export const DRAFT_PREFIX = 'draft:';
/** localStorage prefix of unsent actions (outbox.ts). */
export const OUTBOX_PREFIX = 'unsent:';
/** Time of the sign-out that left this tab's drafts behind (unsent-text.ts). */
export const SIGNED_OUT_AT_KEY = 'drafts-left';

/** `owner` is an account id, or '' for a visitor. */
export interface DraftKey {
  name: string;
  owner: string;
}

const toKey = ({ name, owner }: DraftKey) => `${DRAFT_PREFIX}${owner}:${name}`;

export function storeDraft(key: DraftKey, values: Readonly<Record<string, string>>): void {
  writeStored('session', toKey(key), JSON.stringify(values));
}

export function readDraft(key: DraftKey): Record<string, string> | null {
  const kept = readStoredJson('session', toKey(key));
  if (typeof kept !== 'object' || kept === null) return null;
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function removeDraft(key: DraftKey): void {
  removeStored('session', toKey(key));
}

export function mayHaveUnsentText(): boolean {
  try {
    return (
      Object.keys(localStorage).some((key) => key.startsWith(OUTBOX_PREFIX)) ||
      Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT_PREFIX))
    );
  } catch {
    return false;
  }
}

export function clearDrafts(exceptOwner?: string): void {
  try {
    sessionStorage.removeItem(SIGNED_OUT_AT_KEY);
    for (const key of keysOf(sessionStorage, DRAFT_PREFIX)) {
      const isTheirs = exceptOwner !== undefined && key.startsWith(`${DRAFT_PREFIX}${exceptOwner}:`);
      if (!isTheirs) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked.
  }
}

/** Clears this tab at the end of a session, except drafts whose account may sign in again. */
export function clearTab(keepsDrafts: boolean): void {
  try {
    for (const key of keysOf(sessionStorage)) {
      if (!keepsDrafts || !key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked.
  }
}
