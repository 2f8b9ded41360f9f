// Storage may be blocked or full: then nothing is found, and nothing is kept.

/** A session survives reloads; what is local also survives closing the browser. */
type Area = 'local' | 'session';

const open = (area: Area): Storage => globalThis[`${area}Storage`];

export function readStored(area: Area, key: string): string | null {
  try {
    return open(area).getItem(key);
  } catch {
    return null;
  }
}

/** Null for missing or broken JSON. */
export function readStoredJson(area: Area, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null');
  } catch {
    return null;
  }
}

/** False if nothing could be written. */
export function writeStored(area: Area, key: string, value: string): boolean {
  try {
    open(area).setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(area: Area, key: string): void {
  try {
    open(area).removeItem(key);
  } catch {
    // Nothing is stored.
  }
}

/** Throws if storage is blocked. */
export function keysOf(store: Pick<Storage, 'key' | 'length'>, prefix = ''): string[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  return keys.filter((key) => key.startsWith(prefix));
}
