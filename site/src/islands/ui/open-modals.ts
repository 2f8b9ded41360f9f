import { atom } from 'nanostores';

/** Open modal dialogs, oldest first. All but the last are inert, and so is the page. */
export const $openModals = atom<readonly HTMLDialogElement[]>([]);

/** Opens a dialog as modal and tracks it until it closes. Back closes it, except for staff. */
export function openModal(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  $openModals.set([...withoutModal(dialog), dialog]);
  dialog.addEventListener('close', forget);
  // Staff lists keep their state in the address and read it again at each Back.
  if (globalThis.location?.pathname.startsWith('/admin')) return;
  addEventListener('popstate', answerBack);
  addEntry();
}

/** A dialog reopened during its close event is still open. */
function forget({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLDialogElement;
  if (dialog.open) return;
  $openModals.set(withoutModal(dialog));
  // The next dialog keeps the entry.
  setTimeout(leaveEntry);
}

function withoutModal(dialog: HTMLDialogElement): HTMLDialogElement[] {
  return $openModals.get().filter((other) => other !== dialog);
}

/** True while the history entry belongs to an open dialog. */
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

/** Like Escape: the dialog may stay open, or open a question. */
function answerBack(): void {
  const top = $openModals.get().at(-1);
  if (top && !isLeaving && top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close();
  isLeaving = false;
  // At once, so that a quick second Back finds it. `forget` removes the entry if the last dialog closes.
  if ($openModals.get().some(({ open }) => open)) addEntry();
}
