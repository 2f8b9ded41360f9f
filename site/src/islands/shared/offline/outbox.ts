import { atom, type ReadableAtom } from 'nanostores';
import { OUTBOX_PREFIX } from './draft.ts';
import { keysOf } from './storage.ts';

/** An action without a reply. Each has its own localStorage entry, so that tabs do not overwrite each other. */
export interface OutboxAction {
  /** Sent as the Idempotency-Key, so that repeats count once. */
  id: string;
  /** Milliseconds since 1970, made unique within a tab. */
  order: number;
  /** Queue of the affected thing. The name is stored on devices, so it cannot change. */
  lane: string;
  call: string;
  params: Record<string, string>;
  body: Record<string, unknown> | null;
  leagueId: string;
  title: string;
  /** An action that was sent may have arrived, so it must not change any more. */
  tries: number;
  /** A refused action waits for the learner's decision and does not block its queue. */
  refusal: Refusal | null;
  /** Body of the unsent action that this one replaced; restored if this one is dropped. */
  replaced?: Record<string, unknown> | null;
}

export interface Refusal {
  status: number;
  code: string | null;
  message: string;
  /** The server's version of the note, after a conflict. */
  currentNote?: string | null;
}

export type OutboxDraft = Pick<
  OutboxAction,
  'lane' | 'call' | 'params' | 'body' | 'leagueId' | 'title' | 'replaced'
>;

export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export type OutboxKey = Pick<OutboxAction, 'lane' | 'id'>;

export interface Outbox {
  /** Oldest first. */
  readonly $actions: ReadableAtom<readonly OutboxAction[]>;
  /** Null if nothing can be stored. */
  add(draft: OutboxDraft): OutboxAction | null;
  /** Reads the latest version, including changes by other tabs. */
  find(key: OutboxKey): OutboxAction | null;
  findNext(queueKey: string): OutboxAction | null;
  change(key: OutboxKey, edit: (action: OutboxAction) => OutboxAction): void;
  remove(key: OutboxKey): void;
  /** Handles a storage event; a null key means that everything may have changed. */
  follow(key: string | null): void;
}

export function openOutbox(owner: string, store: KeyValueStore, now = Date.now): Outbox {
  const prefix = toPrefix(owner);
  const toKey = ({ lane, id }: OutboxKey) => `${prefix}${lane}|${id}`;
  const $actions = atom<readonly OutboxAction[]>(readAll(store, prefix));
  let lastOrder = 0;

  const show = (key: string, action: OutboxAction | null) => {
    const others = $actions.get().filter((one) => toKey(one) !== key);
    $actions.set(action ? [...others, action].sort(inOrder) : others);
  };
  const write = (action: OutboxAction) => {
    store.setItem(toKey(action), JSON.stringify(action));
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
    find: (key) => read(store, toKey(key)),
    findNext: (queueKey) =>
      readAll(store, `${prefix}${queueKey}|`).find(({ refusal }) => refusal === null) ?? null,
    change(key, edit) {
      const action = read(store, toKey(key));
      if (!action) return;
      try {
        write(edit(action));
      } catch {
        // Storage is full; at worst the action is sent again under the same key.
      }
    },
    remove(key) {
      store.removeItem(toKey(key));
      show(toKey(key), null);
    },
    follow(key) {
      if (key === null) $actions.set(readAll(store, prefix));
      else if (key.startsWith(prefix)) show(key, read(store, key));
    },
  };
}

function inOrder(a: OutboxAction, b: OutboxAction): number {
  return a.order - b.order || (a.id < b.id ? -1 : 1);
}

function readAll(store: KeyValueStore, prefix: string): OutboxAction[] {
  try {
    return keysOf(store, prefix)
      .map((key) => read(store, key))
      .filter((action) => action !== null)
      .sort(inOrder);
  } catch {
    return [];
  }
}

function read(store: KeyValueStore, key: string): OutboxAction | null {
  try {
    const action: unknown = JSON.parse(store.getItem(key) ?? 'null');
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

/** Counts all accounts if `owner` is null. */
export function countOutbox(owner: string | null, store: KeyValueStore | undefined = storage()): number {
  try {
    return store ? keysOf(store, toPrefix(owner)).length : 0;
  } catch {
    return 0;
  }
}

/** Deletes an account's actions; those of all accounts if `owner` is null. */
export function clearOutbox(owner: string | null, store: KeyValueStore | undefined = storage()): void {
  try {
    for (const key of store ? keysOf(store, toPrefix(owner)) : []) store?.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

const toPrefix = (owner: string | null) => (owner === null ? OUTBOX_PREFIX : `${OUTBOX_PREFIX}${owner}:`);

function storage(): KeyValueStore | undefined {
  return globalThis.localStorage;
}
