import { atom, type ReadableAtom } from 'nanostores';
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  type PasskeyOverview,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
  startPasskey,
} from '#contract/passkeys.ts';
import { createForm, type Form, UNEXPECTED_FAILURE } from '#site/islands/shared/form/form.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';

export type PasskeyQuestion = { kind: 'remove'; passkey: Passkey } | { kind: 'codes' };

export interface OwnPasskeys {
  state: 'loading' | 'failed' | 'ready';
  overview: PasskeyOverview;
  question: PasskeyQuestion | null;
  isBusy: boolean;
  result: { kind: 'success' | 'failure'; text: string } | null;
  codes: readonly string[] | null;
}

const NONE: PasskeyOverview = {
  passkeys: [],
  recoveryCodesLeft: 0,
  isAvailable: true,
  isRequired: false,
  requiredFrom: null,
};
const EMPTY: OwnPasskeys = {
  state: 'loading',
  overview: NONE,
  question: null,
  isBusy: false,
  result: null,
  codes: null,
};
const $passkeys = atom<OwnPasskeys>(EMPTY);
export const $ownPasskeys: ReadableAtom<OwnPasskeys> = $passkeys;
const patch = (changes: Partial<OwnPasskeys>) => $passkeys.set({ ...$passkeys.get(), ...changes });

export async function loadPasskeys(): Promise<void> {
  if ($passkeys.get().state === 'failed') patch({ state: 'loading' });
  try {
    patch({ overview: await callApi(listPasskeys), state: 'ready' });
  } catch {
    if ($passkeys.get().state !== 'ready') patch({ state: 'failed' });
  }
}

export function closePasskeys(): void {
  $passkeys.set(EMPTY);
}

export function openQuestion(question: PasskeyQuestion): void {
  patch({ question, result: null });
}

export function closeQuestion(): void {
  if (!$passkeys.get().isBusy) patch({ question: null });
}

export function clearCodes(): void {
  patch({ codes: null });
}

/** Ignores repeated confirmations. */
export async function runConfirmedAction(): Promise<void> {
  const { question, isBusy } = $passkeys.get();
  if (!question || isBusy) return;
  patch({ isBusy: true });
  try {
    if (question.kind === 'remove') {
      await callApi(removePasskey, { params: { id: question.passkey.id } });
      patch({ result: { kind: 'success', text: `${question.passkey.name} is removed.` } });
    } else {
      const { recoveryCodes } = await callApi(replaceRecoveryCodes);
      patch({ codes: recoveryCodes });
    }
    await loadPasskeys();
  } catch (error) {
    patch({ result: { kind: 'failure', text: `Nothing was changed: ${toMessage(error, REQUEST_FAILED)}` } });
  } finally {
    patch({ question: null, isBusy: false });
  }
}

interface NameValues {
  name: string;
}

const validateName = ({ name }: NameValues) => (name.trim() ? {} : { name: 'Name is required' });

export function createPasskeyForm(initialName: string, onDone: () => void): Form<NameValues> {
  let toWords: (error: unknown) => string | null = () => null;
  return createForm<NameValues>({
    initial: { name: initialName },
    validate: validateName,
    submit: async ({ name }) => {
      const browser = await import('#site/islands/shared/passkeys/browser-passkeys.ts');
      toWords = browser.toPasskeyMessage;
      patch({ result: null });
      const options = await callApi(startPasskey);
      const credential = await browser.createPasskey(options);
      const { passkey, recoveryCodes } = await callApi(addPasskey, { body: { name, credential } });
      patch({ codes: recoveryCodes, result: { kind: 'success', text: `${passkey.name} is added.` } });
      await loadPasskeys();
      onDone();
      return 'leaving';
    },
    describe: (error) => toWords(error) ?? toMessage(error, UNEXPECTED_FAILURE),
  });
}

export function createRenameForm({ id, name }: Passkey, onDone: () => void): Form<NameValues> {
  return createForm<NameValues>({
    initial: { name },
    validate: validateName,
    submit: async (values) => {
      const renamed = await callApi(renamePasskey, { params: { id }, body: values });
      patch({ result: { kind: 'success', text: `It is called ${renamed.name} now.` } });
      await loadPasskeys();
      onDone();
      return 'leaving';
    },
  });
}
