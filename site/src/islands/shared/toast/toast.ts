import { atom } from 'nanostores';
import { TOAST_MS } from '#contract/constants.ts';
import { afterPress } from '../../ui/after-press.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'success' | 'info' | 'warning' | 'danger';
  action?: { label: string; run: () => void } | undefined;
}

export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;
interface NewToast {
  text: string;
  tone?: Toast['tone'];
  ms?: number | null;
  action?: Toast['action'];
}

/** `ms` null keeps the message until dismissed. Replaces a message with the same text. */
export function showToast({ text, tone = 'success', ms = TOAST_MS, action }: NewToast): void {
  lastId += 1;
  const id = lastId;
  // Both moments move the page.
  afterPress(() => {
    $toasts.set([...$toasts.get().filter((toast) => toast.text !== text), { id, text, tone, action }]);
    if (ms !== null) setTimeout(() => afterPress(() => dismissToast(id)), ms);
  });
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

const LONG_MS = 8000;

export function announce(text: string, ms: number = TOAST_MS): void {
  showToast({ text, ms });
}

export function offerUndo(text: string, undo: () => void): void {
  showToast({ text, ms: LONG_MS, action: { label: 'Undo', run: undo } });
}

export function inform(text: string): void {
  showToast({ text, tone: 'info', ms: LONG_MS });
}

/** Used where the specification asks for an alert (docs/product.md OPEN-24). */
export function warn(text: string): void {
  showToast({ text, tone: 'danger', ms: LONG_MS });
}
