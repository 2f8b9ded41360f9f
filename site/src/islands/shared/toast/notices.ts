import { TOAST_MS } from '#contract/constants.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';

const LONG_MS = 8000;

export function announce(text: string, ms: number = TOAST_MS): void {
  showToast({ text, tone: 'success', ms });
}

export function offerUndo(text: string, undo: () => void): void {
  showToast({ text, tone: 'success', ms: LONG_MS, action: { label: 'Undo', run: undo } });
}

export function inform(text: string): void {
  showToast({ text, tone: 'info', ms: LONG_MS });
}

/** Used where the specification asks for an alert (docs/product.md OPEN-24). */
export function warn(text: string): void {
  showToast({ text, tone: 'danger', ms: LONG_MS });
}
