import { DRAFT_PREFIX, OUTBOX_PREFIX, SIGNED_OUT_AT_KEY } from './draft.ts';
import { keysOf } from './storage.ts';

// Unsent actions and drafts of signed-out accounts, kept a week for the same account to sign in again.

/** Milliseconds after signing out. */
export const UNSENT_TEXT_MS = 7 * 24 * 3_600_000;

export interface UnsentText {
  count: number;
  /** When the first of them expire, in milliseconds since 1970. */
  until: number;
}

/** Deletes expired text and counts the rest, except the owner's. Null if nothing is left. */
export function sweepUnsentText(owner: string | null, now = Date.now()): UnsentText | null {
  try {
    const since = [...sweepOutbox(owner, now), ...sweepDrafts(owner, now)];
    return since.length > 0 ? { count: since.length, until: Math.min(...since) + UNSENT_TEXT_MS } : null;
  } catch {
    return null;
  }
}

export function discardUnsentText(): void {
  try {
    for (const key of keysOf(localStorage, OUTBOX_PREFIX)) localStorage.removeItem(key);
    for (const key of draftKeys(null)) sessionStorage.removeItem(key);
    sessionStorage.removeItem(SIGNED_OUT_AT_KEY);
  } catch {
    // Storage is blocked.
  }
}

// Sign-out time of each action of other accounts.
function sweepOutbox(owner: string | null, now: number): number[] {
  return keysOf(localStorage, OUTBOX_PREFIX).flatMap((key) => {
    const { leftAt, ...action } = parse(localStorage.getItem(key));
    if (owner !== null && key.startsWith(`${OUTBOX_PREFIX}${owner}:`)) {
      if (leftAt !== undefined) localStorage.setItem(key, JSON.stringify(action));
      return [];
    }
    const since = typeof leftAt === 'number' ? leftAt : now;
    if (now - since >= UNSENT_TEXT_MS) {
      localStorage.removeItem(key);
      return [];
    }
    if (since !== leftAt) localStorage.setItem(key, JSON.stringify({ ...action, leftAt: since }));
    return [since];
  });
}

function sweepDrafts(owner: string | null, now: number): number[] {
  const keys = draftKeys(owner);
  const since = Number(sessionStorage.getItem(SIGNED_OUT_AT_KEY) ?? now);
  const isOver = now - since >= UNSENT_TEXT_MS;
  if (isOver) for (const key of keys) sessionStorage.removeItem(key);
  if (isOver || keys.length === 0) {
    sessionStorage.removeItem(SIGNED_OUT_AT_KEY);
    return [];
  }
  sessionStorage.setItem(SIGNED_OUT_AT_KEY, String(since));
  return keys.map(() => since);
}

// Drafts of all accounts but one, without those of visitors.
function draftKeys(owner: string | null): string[] {
  return keysOf(sessionStorage, DRAFT_PREFIX).filter(
    (key) =>
      !key.startsWith(`${DRAFT_PREFIX}:`) && (owner === null || !key.startsWith(`${DRAFT_PREFIX}${owner}:`)),
  );
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
