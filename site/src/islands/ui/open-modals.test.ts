import { expect, test } from 'bun:test';
import { $openModals, openModal, openModalInSteps } from './open-modals.ts';

/** What of a dialog is used here; there is no document in these tests. */
function makeDialog(onOpen: () => void = () => undefined): HTMLDialogElement {
  const dialog = Object.assign(new EventTarget(), {
    open: false,
    style: {},
    showModal: () => {
      dialog.open = true;
      onOpen();
    },
    close: () => {
      dialog.open = false;
      dialog.dispatchEvent(new Event('close'));
    },
  });
  return dialog as unknown as HTMLDialogElement;
}

test('the dialog that was opened last stands last, until it closes', () => {
  const [form, question] = [makeDialog(), makeDialog()];
  openModal(form);
  openModal(question);
  expect($openModals.get()).toEqual([form, question]);
  openModal(form);
  expect($openModals.get()).toEqual([question, form]);
  form.close();
  expect($openModals.get()).toEqual([question]);
  question.close();
  expect($openModals.get()).toEqual([]);
});

test('a dialog that is opened again while it closes stays among them', () => {
  const dialog = makeDialog();
  let isStubborn = true;
  dialog.addEventListener('close', () => {
    if (isStubborn) openModal(dialog);
  });
  openModal(dialog);
  dialog.close();
  expect($openModals.get()).toEqual([dialog]);
  isStubborn = false;
  dialog.close();
  expect($openModals.get()).toEqual([]);
});

/** Opens a dialog in steps, and writes down what is shown of it. */
function openAndWatch() {
  const contents = { hidden: false } as HTMLElement;
  const seen: string[] = [];
  const note = (when: string) => seen.push(`${when}: ${contents.hidden ? 'hidden' : 'shown'}`);
  const dialog = makeDialog(() => note('opened'));
  const giveUp = openModalInSteps(dialog, contents, () => note('called back'));
  return { dialog, seen, giveUp };
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('the first dialog opens in a task of its own and shows its contents in the next, one above it does both at once', async () => {
  const form = openAndWatch();
  expect(form.seen).toEqual([]);
  await nextTask();
  expect(form.seen).toEqual(['opened: hidden']);
  expect($openModals.get()).toEqual([form.dialog]);
  await nextTask();
  expect(form.seen).toEqual(['opened: hidden', 'called back: shown']);
  const question = openAndWatch();
  expect(question.seen).toEqual(['opened: shown', 'called back: shown']);
  question.dialog.close();
  form.dialog.close();
});

test('of a dialog that is taken away before it is shown nothing follows', async () => {
  const early = openAndWatch();
  early.giveUp();
  await nextTask();
  expect(early.seen).toEqual([]);
  const late = openAndWatch();
  await nextTask();
  late.giveUp();
  late.dialog.close();
  await nextTask();
  expect(late.seen).toEqual(['opened: hidden']);
});
