interface Key {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * The entry that a key moves to, null for none, undefined for keys that do nothing. Home and End move the text cursor
 * until an entry is active.
 */
export function moveActive<Entry>(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Key,
  entries: readonly Entry[],
  active: Entry | null,
): Entry | null | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey || entries.length === 0) return undefined;
  const at = active === null ? -1 : entries.indexOf(active);
  switch (key) {
    case 'ArrowDown':
      return entries[at + 1] ?? null;
    case 'ArrowUp':
      return at === -1 ? entries.at(-1) : (entries[at - 1] ?? null);
    case 'Home':
      return at === -1 ? undefined : entries[0];
    case 'End':
      return at === -1 ? undefined : entries.at(-1);
    default:
      return undefined;
  }
}
