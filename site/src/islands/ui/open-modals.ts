import { atom } from 'nanostores';

/**
 * The modal dialogs that are open, in the order in which they were opened. All but the last are inert, and so is the page:
 * what is to be heard or pressed stands in the last one.
 */
export const $openModals = atom<readonly HTMLDialogElement[]>([]);

/** Opens a dialog as a modal one, above those that are open, and keeps it among them until it closes. */
export function openModal(dialog: HTMLDialogElement): void {
  if (!dialog.open) dialog.showModal();
  $openModals.set([...withoutModal(dialog), dialog]);
  dialog.addEventListener('close', forget);
}

/** A dialog that was opened again while it told of its closing is still open. */
function forget({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLDialogElement;
  if (!dialog.open) $openModals.set(withoutModal(dialog));
}

function withoutModal(dialog: HTMLDialogElement): HTMLDialogElement[] {
  return $openModals.get().filter((other) => other !== dialog);
}
