import { atom } from 'nanostores';
import { readStored, removeStored, writeStored } from '#site/islands/shared/offline/storage.ts';

const KEY = 'reviewShortcuts';
const OFF = 'off';

/** WCAG 2.1.4 requires that single-key shortcuts can be turned off. */
export const $areShortcutsOn = atom(readStored('local', KEY) !== OFF);

export function setShortcuts(areOn: boolean): void {
  $areShortcutsOn.set(areOn);
  if (areOn) removeStored('local', KEY);
  else writeStored('local', KEY, OFF);
}

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  target: EventTarget | null;
}

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]';

/** 'n', or 'mod+enter' for Ctrl or Cmd, which also works while typing. Null for other keys. */
export function toShortcut(press: Press, areOn: boolean): string | null {
  if (press.isComposing || press.altKey) return null;
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey) return key === 'enter' ? 'mod+enter' : null;
  const at = press.target as Partial<Element> | null;
  if (!areOn || key.length !== 1 || at?.closest?.(TYPING)) return null;
  return key;
}

/** Ignores keys while `isOurs` is false. Returns the function that stops it. */
export function listenForShortcuts(
  actions: Readonly<Record<string, () => void>>,
  isOurs: () => boolean,
): () => void {
  const listen = (event: KeyboardEvent) => {
    const name = toShortcut(event, $areShortcutsOn.get());
    const action = name ? actions[name] : undefined;
    if (!action || event.defaultPrevented || event.repeat || !isOurs()) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
