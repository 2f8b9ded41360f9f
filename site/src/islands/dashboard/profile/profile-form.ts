import { atom, type ReadableAtom } from 'nanostores';
import { updateProfile } from '#contract/auth.ts';
import { SUCCESS_MESSAGE_MS } from '#contract/constants.ts';
import { SOCIAL_FIELDS, type SocialField } from '#contract/users.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/api.ts';
import { reloadUser } from '#site/islands/shared/session.ts';
import { type SocialHandles, toSaveFailure, toSocialBody } from './social-links.ts';

export const SOCIAL_SAVED = 'Social profiles updated successfully!';

export type SocialValues = Record<SocialField, string>;

/** Where the social card is: viewed, edited, or being saved; with the words of the last save. */
export interface SocialForm {
  mode: 'view' | 'edit' | 'saving';
  values: SocialValues;
  result: { kind: 'success' | 'failure'; text: string } | null;
}

const $form = atom<SocialForm>({ mode: 'view', values: toSocialValues({}), result: null });
export const $socialForm: ReadableAtom<SocialForm> = $form;

/** The handles as the form's fields hold them. */
export function toSocialValues(handles: Partial<SocialHandles>): SocialValues {
  return Object.fromEntries(SOCIAL_FIELDS.map((field) => [field, handles[field] ?? ''])) as SocialValues;
}

/** Begins to edit, from what the account holds (PROF-09). */
export function editSocial(handles: Partial<SocialHandles>): void {
  clearTimeout(clearing);
  $form.set({ mode: 'edit', values: toSocialValues(handles), result: null });
}

/** Takes what was typed. */
export function changeSocial(field: SocialField, value: string): void {
  const form = $form.get();
  if (form.mode === 'edit') $form.set({ ...form, values: { ...form.values, [field]: value }, result: null });
}

/** Leaves the form; what was typed is gone (PROF-10). */
export function cancelSocial(): void {
  $form.set({ mode: 'view', values: toSocialValues({}), result: null });
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Saves once, however often it is pressed. On failure the typed values stay (PROF-17 to 24). */
export async function saveSocial(): Promise<void> {
  const { mode, values } = $form.get();
  if (mode !== 'edit') return;
  $form.set({ mode: 'saving', values, result: null });
  try {
    await callApi(updateProfile, { body: toSocialBody(values) });
    await reloadUser();
    $form.set({ mode: 'view', values, result: { kind: 'success', text: SOCIAL_SAVED } });
    clearing = setTimeout(forgetResult, SUCCESS_MESSAGE_MS);
  } catch (error) {
    const text = toSaveFailure(toMessage(error, REQUEST_FAILED));
    $form.set({ mode: 'edit', values, result: { kind: 'failure', text } });
  }
}

/** The success message goes after three seconds (PROF-21). */
function forgetResult(): void {
  const form = $form.get();
  if (form.mode === 'view') $form.set({ ...form, result: null });
}
