import { atom } from 'nanostores';

/** Open modal dialogs, oldest first. Everything but the last one is inert. */
export const $openModals = atom<readonly HTMLDialogElement[]>([]);

/** Opens a modal dialog and tracks it until it closes. Adds a history entry, so that Back closes it. */
export function openModal(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  $openModals.set([...withoutModal(dialog), dialog]);
  dialog.addEventListener('close', forget);
  // Not for staff: their lists keep state in the URL and would reload it at each Back.
  if (globalThis.location?.pathname.startsWith('/admin')) return;
  addEventListener('popstate', answerBack);
  addEntry();
}

// A dialog reopened during its close event is still open.
function forget({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLDialogElement;
  if (dialog.open) return;
  $openModals.set(withoutModal(dialog));
  // Delayed, because a dialog that opens next reuses the entry.
  setTimeout(leaveEntry);
}

function withoutModal(dialog: HTMLDialogElement): HTMLDialogElement[] {
  return $openModals.get().filter((other) => other !== dialog);
}

export const isModalEntry = (): boolean => globalThis.history?.state?.isModal === true;
let isLeaving = false;

function addEntry(): void {
  if (!isModalEntry()) history.pushState({ ...history.state, isModal: true }, '');
}

function leaveEntry(): void {
  if (isLeaving || $openModals.get().length > 0 || !isModalEntry()) return;
  isLeaving = true;
  history.back();
}

// Treats Back like Escape, so the dialog may stay open or ask first. React removes a dialog before it closes it.
function answerBack(): void {
  const shown = () => $openModals.get().filter(({ open, isConnected }) => open && isConnected);
  const top = shown().at(-1);
  if (top && !isLeaving && top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  isLeaving = false;
  // Added at once for a quick second Back. `forget` removes the entry when the last dialog closes.
  if (shown()[0]) addEntry();
}
