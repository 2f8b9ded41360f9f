import { atom, type ReadableAtom } from 'nanostores';
import { OUTBOX_PREFIX } from './draft.ts';

/**
 * An action without an answer yet: one entry of local storage, so that tabs do not overwrite each other. Each account
 * sees its own alone.
 */
export interface OutboxAction {
  /** Sent as the Idempotency-Key: it acts once, however often it is sent. */
  id: string;
  /** Milliseconds since 1970, unique in a tab: the order of actions. */
  order: number;
  /** Queue of the thing it acts on; browsers keep it under this name. */
  lane: string;
  /** Name of the contract call. */
  call: string;
  params: Record<string, string>;
  body: Record<string, unknown> | null;
  leagueId: string;
  /** What it is about, in the words of the screen. */
  title: string;
  /** Once sent, it may have arrived and must not change. */
  tries: number;
  /** Reason of a refusal; it waits for a decision and blocks nothing. */
  refusal: Refusal | null;
  /** Body of the unsent action that this one replaced; it returns when this one is dropped. */
  replaced?: Record<string, unknown> | null;
}

export interface Refusal {
  status: number;
  code: string | null;
  message: string;
  /** The note that stands there now, where another one was expected. */
  currentNote?: string | null;
}

export type OutboxDraft = Pick<
  OutboxAction,
  'lane' | 'call' | 'params' | 'body' | 'leagueId' | 'title' | 'replaced'
>;

export type KeepingPlace = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Names an action: what it acts on and its id. */
export type OutboxKey = Pick<OutboxAction, 'lane' | 'id'>;

export interface Outbox {
  /** What waits, in the order it was done. */
  readonly $actions: ReadableAtom<readonly OutboxAction[]>;
  /** Null where the browser stores nothing. */
  add(draft: OutboxDraft): OutboxAction | null;
  /** The action as it stands now, whichever tab wrote it last. */
  find(key: OutboxKey): OutboxAction | null;
  /** The oldest waiting action of a queue. */
  findNext(queueKey: string): OutboxAction | null;
  change(key: OutboxKey, edit: (action: OutboxAction) => OutboxAction): void;
  remove(key: OutboxKey): void;
  /** Follows another tab's change of an entry; null means that all may have changed. */
  follow(key: string | null): void;
}

/** Opens what one account keeps in a place. */
export function openOutbox(owner: string, place: KeepingPlace, now = Date.now): Outbox {
  const prefix = toPrefix(owner);
  const toKey = ({ lane, id }: OutboxKey) => `${prefix}${lane}|${id}`;
  const $actions = atom<readonly OutboxAction[]>(readAll(place, prefix));
  let lastOrder = 0;

  const show = (key: string, action: OutboxAction | null) => {
    const others = $actions.get().filter((one) => toKey(one) !== key);
    $actions.set(action ? [...others, action].sort(inOrder) : others);
  };
  const write = (action: OutboxAction) => {
    place.setItem(toKey(action), JSON.stringify(action));
    show(toKey(action), action);
  };
  return {
    $actions,
    add(draft) {
      lastOrder = Math.max(now(), lastOrder + 1);
      const action = { ...draft, id: crypto.randomUUID(), order: lastOrder, tries: 0, refusal: null };
      try {
        write(action);
        return action;
      } catch {
        return null;
      }
    },
    find: (key) => read(place, toKey(key)),
    findNext: (queueKey) =>
      readAll(place, `${prefix}${queueKey}|`).find(({ refusal }) => refusal === null) ?? null,
    change(key, edit) {
      const action = read(place, toKey(key));
      if (!action) return;
      try {
        write(edit(action));
      } catch {
        // Unchanged: at worst it is sent once more under the same key.
      }
    },
    remove(key) {
      place.removeItem(toKey(key));
      show(toKey(key), null);
    },
    follow(key) {
      if (key === null) $actions.set(readAll(place, prefix));
      else if (key.startsWith(prefix)) show(key, read(place, key));
    },
  };
}

function inOrder(a: OutboxAction, b: OutboxAction): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1);
}

function keysOf(place: KeepingPlace, prefix: string): string[] {
  return Array.from({ length: place.length }, (_, index) => place.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
}

function readAll(place: KeepingPlace, prefix: string): OutboxAction[] {
  try {
    return keysOf(place, prefix)
      .map((key) => read(place, key))
      .filter((action) => action !== null)
      .sort(inOrder);
  } catch {
    return [];
  }
}

function read(place: KeepingPlace, key: string): OutboxAction | null {
  try {
    const action: unknown = JSON.parse(place.getItem(key) ?? 'null');
    return isAction(action) ? action : null;
  } catch {
    return null;
  }
}

function isAction(value: unknown): value is OutboxAction {
  if (typeof value !== 'object' || value === null) return false;
  const { id, order, lane, call } = value as Partial<OutboxAction>;
  return [id, lane, call].every((text) => typeof text === 'string') && typeof order === 'number';
}

/** Stored actions of an account; of all accounts if none is known. */
export function countOutbox(owner: string | null, place: KeepingPlace | undefined = storage()): number {
  try {
    return place ? keysOf(place, toPrefix(owner)).length : 0;
  } catch {
    return 0;
  }
}

/** On log-out: deletes an account's actions; those of all accounts if none is known. */
export function clearOutbox(owner: string | null, place: KeepingPlace | undefined = storage()): void {
  try {
    for (const key of place ? keysOf(place, toPrefix(owner)) : []) place?.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

const toPrefix = (owner: string | null) => (owner === null ? OUTBOX_PREFIX : `${OUTBOX_PREFIX}${owner}:`);

function storage(): KeepingPlace | undefined {
  return globalThis.localStorage;
}
