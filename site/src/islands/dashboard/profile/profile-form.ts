import { atom, type ReadableAtom } from 'nanostores';
import { updateProfile } from '#contract/auth.ts';
import { SUCCESS_MESSAGE_MS } from '#contract/constants.ts';
import { PROFILE_INVALID, readHandle } from '#contract/profile-rules.ts';
import { isHttpUrl, toWebAddress } from '#contract/text.ts';
import { SOCIAL_FIELDS, type SocialField } from '#contract/users.ts';
import type { FieldErrors } from '#site/islands/shared/form/form.ts';
import { callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { type DraftKey, readDraft, removeDraft, storeDraft } from '#site/islands/shared/offline/draft.ts';
import { $session, reloadUser } from '#site/islands/shared/session/session.ts';
import {
  ADDRESS_FIELDS,
  HANDLE_FIELDS,
  toSaveFailure,
  toSocialBody,
} from '../../shared/format/social-links.ts';
import type { SocialHandles } from '../../shared/format/social-tiles.ts';

const SOCIAL_SAVED = 'Social profiles updated successfully!';

type SocialValues = Record<SocialField, string>;

const draftKey = (): DraftKey => ({ name: 'social', owner: $session.get().user?.id ?? '' });

export interface SocialForm {
  mode: 'view' | 'edit' | 'saving';
  initial: SocialValues;
  values: SocialValues;
  errors: FieldErrors<SocialValues>;
  /** Counts refused saves, so that each one focuses the first error again. */
  refusals: number;
  result: { kind: 'success' | 'failure'; text: string } | null;
}

const CLOSED: SocialForm = {
  mode: 'view',
  initial: toSocialValues({}),
  values: toSocialValues({}),
  errors: {},
  refusals: 0,
  result: null,
};
const $form = atom<SocialForm>(CLOSED);
export const $socialForm: ReadableAtom<SocialForm> = $form;

function toSocialValues(handles: Partial<SocialHandles>): SocialValues {
  return Object.fromEntries(SOCIAL_FIELDS.map((field) => [field, handles[field] ?? ''])) as SocialValues;
}

export function editSocial(handles: Partial<SocialHandles>): void {
  clearTimeout(clearing);
  const initial = toSocialValues(handles);
  $form.set({ ...CLOSED, mode: 'edit', initial, values: initial });
}

export function resumeSocial(handles: Partial<SocialHandles>): void {
  const kept = readDraft(draftKey());
  if (!kept) return;
  editSocial(handles);
  for (const field of SOCIAL_FIELDS) if (kept[field] !== undefined) changeSocial(field, kept[field]);
}

export function changeSocial(field: SocialField, value: string): void {
  const form = $form.get();
  if (form.mode !== 'edit') return;
  const values = { ...form.values, [field]: value };
  $form.set({ ...form, values, errors: { ...form.errors, [field]: undefined }, result: null });
  // The draft holds changed fields only, because another device may change the rest.
  const typed = pickChanged(values, form.initial);
  if (Object.keys(typed).length > 0) storeDraft(draftKey(), typed);
  else removeDraft(draftKey());
}

function pickChanged<Values extends Record<SocialField, unknown>>(
  now: Values,
  before: Values,
): Partial<Values> {
  const changed = SOCIAL_FIELDS.filter((field) => now[field] !== before[field]);
  return Object.fromEntries(changed.map((field) => [field, now[field]])) as Partial<Values>;
}

export function cancelSocial(): void {
  removeDraft(draftKey());
  closeSocial();
}

/** Keeps the draft for the next time. */
export function closeSocial(): void {
  $form.set(CLOSED);
}

let clearing: ReturnType<typeof setTimeout> | undefined;

/** Sends changed fields only, because another tab may have saved the rest. */
export async function saveSocial(): Promise<void> {
  const { mode, initial, values, refusals } = $form.get();
  if (mode !== 'edit') return;
  const errors = findFaults(values);
  if (Object.keys(errors).length > 0) {
    $form.set({ ...CLOSED, mode, initial, values, errors, refusals: refusals + 1 });
    return;
  }
  $form.set({ ...CLOSED, mode: 'saving', initial, values });
  try {
    await callApi(updateProfile, { body: pickChanged(toSocialBody(values), toSocialBody(initial)) });
    removeDraft(draftKey());
    await reloadUser();
    $form.set({ ...CLOSED, values, result: { kind: 'success', text: SOCIAL_SAVED } });
    clearing = setTimeout(forgetResult, SUCCESS_MESSAGE_MS);
  } catch (error) {
    const text = toSaveFailure(toMessage(error, REQUEST_FAILED));
    $form.set({ ...CLOSED, mode: 'edit', initial, values, result: { kind: 'failure', text } });
  }
}

function findFaults(values: SocialValues): FieldErrors<SocialValues> {
  const faults: FieldErrors<SocialValues> = {};
  for (const field of ADDRESS_FIELDS) {
    const address = toWebAddress(values[field]);
    if (address && !isHttpUrl(address)) faults[field] = PROFILE_INVALID[field];
  }
  for (const field of HANDLE_FIELDS) {
    if (readHandle(field, values[field]) === null) faults[field] = PROFILE_INVALID[field];
  }
  return faults;
}

function forgetResult(): void {
  const form = $form.get();
  if (form.mode === 'view') $form.set({ ...form, result: null });
}
