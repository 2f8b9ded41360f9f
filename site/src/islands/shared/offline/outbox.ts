import { atom, type ReadableAtom } from 'nanostores';
import { OUTBOX_PREFIX } from './draft.ts';

/**
 * What somebody did and the server has not answered yet, kept on this device: one entry of local storage an action, so
 * that tabs never write over each other. Each account sees its own alone.
 */
export interface OutboxAction {
  /** Travels as the Idempotency-Key: however often it is sent, it acts once. */
  id: string;
  /** Milliseconds since 1970, no two of one tab alike; the order in which they were done. */
  order: number;
  /** Queue key: what it acts on; actions on one thing go out one after another. Browsers keep it under this name. */
  lane: string;
  /** Name of the contract call. */
  call: string;
  params: Record<string, string>;
  body: Record<string, unknown> | null;
  leagueId: string;
  /** What it is about, in the words of the screen. */
  title: string;
  /** How often it went out; once it did, it may have arrived and must not change. */
  tries: number;
  /** Why the server does not take it; it then waits for a decision and holds nothing up. */
  refusal: Refusal | null;
  /** The body of the action that never went out and whose place this one took: it comes back when this one is dropped. */
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
  /** Keeps an action; null where the browser keeps nothing, because it is full or forbids it. */
  add(draft: OutboxDraft): OutboxAction | null;
  /** The action as it stands now, whichever tab wrote it last. */
  find(key: OutboxKey): OutboxAction | null;
  /** The oldest action of a queue that waits to be sent, as it stands now. */
  findNext(queueKey: string): OutboxAction | null;
  change(key: OutboxKey, edit: (action: OutboxAction) => OutboxAction): void;
  remove(key: OutboxKey): void;
  /** Takes in what another tab did to an entry; null means that all may have changed. */
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
        // It stays as it was: at worst it is sent once more under the same key.
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

/** How many actions an account still keeps here; of every account where it is not known who is signed in. */
export function countOutbox(owner: string | null, place: KeepingPlace | undefined = storage()): number {
  try {
    return place ? keysOf(place, toPrefix(owner)).length : 0;
  } catch {
    return 0;
  }
}

/** Throws away what an account keeps here, on log-out; of every account where it is not known who was signed in. */
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
