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

/**
 * Opens a dialog in a task of its own, shows its contents in the next one and calls back. For the first modal dialog the
 * browser works out the style of the whole page anew: over a long list that, the contents and what else a dialog begins
 * with keep a slow device busy for too long when they come together. One above another dialog opens at once. The returned
 * function gives up what is still to come.
 */
export function openModalInSteps(
  dialog: HTMLDialogElement,
  contents: HTMLElement,
  onShown: () => void,
): () => void {
  const show = (isShown: boolean) => {
    contents.hidden = !isShown;
    // Empty it is a line across the page.
    dialog.style.clipPath = isShown ? '' : 'inset(50%)';
  };
  if ($openModals.get().length > 0) {
    openModal(dialog);
    onShown();
    return () => undefined;
  }
  show(false);
  let timer = setTimeout(() => {
    openModal(dialog);
    timer = setTimeout(() => {
      show(true);
      onShown();
    });
  });
  return () => clearTimeout(timer);
}

/** A dialog that was opened again while it told of its closing is still open. */
function forget({ currentTarget }: Event): void {
  const dialog = currentTarget as HTMLDialogElement;
  if (!dialog.open) $openModals.set(withoutModal(dialog));
}

function withoutModal(dialog: HTMLDialogElement): HTMLDialogElement[] {
  return $openModals.get().filter((other) => other !== dialog);
}
