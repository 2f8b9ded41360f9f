// Unsent text of forms in this tab. It survives a reload, a failed submit and an expired session; a form names what may
// be stored, never passwords and codes.
export const DRAFT_PREFIX = 'draft:';
/** Changes of every tab that wait for the connection (outbox.ts). */
export const OUTBOX_PREFIX = 'unsent:';
/** Since when the drafts of this tab wait for their account (left-words.ts). */
export const DRAFTS_LEFT_KEY = 'drafts-left';

/** An empty owner stands for a visitor. */
export interface DraftKey {
  name: string;
  owner: string;
}

const toKey = ({ name, owner }: DraftKey) => `${DRAFT_PREFIX}${owner}:${name}`;

/** Keeps what is typed so far; without storage nothing is kept. */
export function keepDraft(key: DraftKey, values: Readonly<Record<string, string>>): void {
  try {
    sessionStorage.setItem(toKey(key), JSON.stringify(values));
  } catch {
    // A reload then begins with an empty form.
  }
}

/** Null for none; anything but text is left out. */
export function readDraft(key: DraftKey): Record<string, string> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(toKey(key)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return null;
  }
}

export function forgetDraft(key: DraftKey): void {
  try {
    sessionStorage.removeItem(toKey(key));
  } catch {
    // Nothing was kept.
  }
}

/** Whether a signed-out account may have left words; left-words.ts counts them. */
export function mayHaveLeftWords(): boolean {
  try {
    return (
      Object.keys(localStorage).some((key) => key.startsWith(OUTBOX_PREFIX)) ||
      Object.keys(sessionStorage).some((key) => key.startsWith(DRAFT_PREFIX))
    );
  } catch {
    return false;
  }
}

/** Forgets every draft of this tab, bar those of one account. */
export function forgetDrafts(exceptOwner?: string): void {
  try {
    sessionStorage.removeItem(DRAFTS_LEFT_KEY);
    for (const key of keysOfTab()) {
      const isTheirs = exceptOwner !== undefined && key.startsWith(`${DRAFT_PREFIX}${exceptOwner}:`);
      if (key.startsWith(DRAFT_PREFIX) && !isTheirs) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}

/** At the end of a session: clears this tab, except drafts of an account that may come back. */
export function forgetTab(keepsDrafts: boolean): void {
  try {
    for (const key of keysOfTab()) {
      if (!keepsDrafts || !key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}

function keysOfTab(): string[] {
  return Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '');
}
