// Storage may be blocked or full: then nothing is found, and nothing is kept.

/** 'tab' survives reloads, 'device' also closing the browser. */
type Area = 'tab' | 'device';

const open = (area: Area): Storage => (area === 'tab' ? sessionStorage : localStorage);

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
    return JSON.parse(open(area).getItem(key) ?? 'null');
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
