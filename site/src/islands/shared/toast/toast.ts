import { atom } from 'nanostores';
import { TOAST_MS } from '#contract/constants.ts';
import { $openModals } from '../../ui/open-modals.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'success' | 'info' | 'warning' | 'danger';
  action?: { label: string; run: () => void } | undefined;
}

/** What the toast region shows, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;
let waiting: NewToast[] = [];
$openModals.listen((open) => {
  if (open.length > 0) return;
  const due = waiting;
  waiting = [];
  for (const toast of due) showToast(toast);
});

interface NewToast {
  text: string;
  tone?: Toast['tone'];
  ms?: number | null;
  action?: Toast['action'];
}

/**
 * Shows a short message and takes it away after some milliseconds (CONST-22), null for never; the same words are not
 * stacked. While a dialog is open it waits: all beside the dialog is inert, so nobody would hear of it.
 */
export function showToast(toast: NewToast): void {
  if ($openModals.get().length > 0) {
    waiting.push(toast);
    return;
  }
  const { text, tone = 'success', ms = TOAST_MS, action } = toast;
  lastId += 1;
  const id = lastId;
  $toasts.set([...$toasts.get().filter((toast) => toast.text !== text), { id, text, tone, action }]);
  if (ms !== null) setTimeout(() => dismissToast(id), ms);
}

/** Takes one message away. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
