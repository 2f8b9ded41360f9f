import { afterAll, beforeAll, expect, test } from 'bun:test';
import { $openModals, openModal } from './open-modals.ts';

// A fake of the used part of the history; the browser tests try Back itself.
const before = { history: globalThis.history, addEventListener: globalThis.addEventListener };
let pressBack = (): void => undefined;
beforeAll(() => {
  Object.assign(globalThis, {
    history: { state: null, pushState: () => undefined },
    addEventListener: (_: string, answer: () => void) => {
      pressBack = answer;
    },
  });
});
afterAll(() => {
  Object.assign(globalThis, before);
});

/** What of a dialog is used here; there is no document in these tests. */
function makeDialog(): HTMLDialogElement {
  const dialog = Object.assign(new EventTarget(), {
    open: false,
    isConnected: true,
    showModal: () => {
      dialog.open = true;
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

test('Back asks the dialog below while the one on top has left the page but is not closed yet', () => {
  const [form, question] = [makeDialog(), makeDialog()];
  const asked: string[] = [];
  for (const [name, dialog] of [
    ['form', form],
    ['question', question],
  ] as const) {
    openModal(dialog);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      asked.push(name);
    });
  }
  pressBack();
  Object.assign(question, { isConnected: false });
  pressBack();
  expect(asked).toEqual(['question', 'form']);
  for (const dialog of [question, form]) dialog.close();
});
