import { atom } from 'nanostores';

/**
 * The modal dialogs that are open, in the order in which they were opened. All but the last are inert, and so is the page:
 * what is to be heard or pressed stands in the last one.
 */
export const $openModals = atom<readonly HTMLDialogElement[]>([]);

/** Opens a dialog as a modal one, above those that are open, and keeps it among them until it closes. Back closes it, but for staff. */
export function openModal(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  $openModals.set([...withoutModal(dialog), dialog]);
  dialog.addEventListener('close', forget);
  // Staff lists keep their state in the address and read it again at each Back.
  if (globalThis.location?.pathname.startsWith('/admin')) return;
  addEventListener('popstate', answerBack);
  addEntry();
}

/** A dialog that was opened again while it told of its closing is still open. */
function forget({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLDialogElement;
  if (dialog.open) return;
  $openModals.set(withoutModal(dialog));
  // A dialog that follows at once keeps the entry.
  setTimeout(leaveEntry);
}

function withoutModal(dialog: HTMLDialogElement): HTMLDialogElement[] {
  return $openModals.get().filter((other) => other !== dialog);
}

/** True while the address is the entry of the history that an open dialog added, for Back to take away. */
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

/** Asks the dialog on top as Escape does: it may stay open, or open a question. */
function answerBack(): void {
  const top = $openModals.get().at(-1);
  if (top && !isLeaving && top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  isLeaving = false;
  setTimeout(() => {
    if ($openModals.get().some(({ open }) => open)) addEntry();
  });
}
