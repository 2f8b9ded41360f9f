import { TOAST_MS } from '#contract/constants.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';

/** Long enough to read or to undo; it can be dismissed. */
const LONG_MS = 8000;

/** Says that something was done; three seconds unless told otherwise (LPROG-22, CONST-22). */
export function announce(text: string, ms: number = TOAST_MS): void {
  showToast({ text, tone: 'success', ms });
}

/** Says that something was done that one press takes back. */
export function offerUndo(text: string, undo: () => void): void {
  showToast({ text, tone: 'success', ms: LONG_MS, action: { label: 'Undo', run: undo } });
}

/** An answer without a change; stays as long as a warning. */
export function inform(text: string): void {
  showToast({ text, tone: 'info', ms: LONG_MS });
}

/** The alerts of the specification, inside the page (docs/product.md OPEN-24). */
export function warn(text: string): void {
  showToast({ text, tone: 'danger', ms: LONG_MS });
}
