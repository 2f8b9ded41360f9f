import { atom, type ReadableAtom } from 'nanostores';
import { STAFF_ERASURE_DAYS } from '#contract/constants.ts';
import {
  DELETION_WORD,
  deleteOwnAccount,
  downloadOwnData,
  type OWN_ACCOUNT_ERRORS,
} from '#contract/own-account.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import { createForm, type Form } from '#site/islands/shared/form/form.ts';
import { ApiFailure, callApi, REQUEST_FAILED, toMessage } from '#site/islands/shared/http/api.ts';
import { browserHeader } from '#site/islands/shared/http/browser-secret.ts';
import { type DownloadedFile, fetchFile, saveFile } from '#site/islands/shared/http/download.ts';
import { browserNavigation, type Navigation } from '#site/islands/shared/session/return-path.ts';
import { signOutAfterDeletion } from '#site/islands/shared/session/sign-out.ts';

export type DataFormat = 'json' | 'html';

export interface Download {
  busy: DataFormat | null;
  result: { kind: 'success' | 'failure'; text: string } | null;
}

const $state = atom<Download>({ busy: null, result: null });
export const $download: ReadableAtom<Download> = $state;

export async function downloadData(
  format: DataFormat,
  save: (file: DownloadedFile) => void = saveFile,
): Promise<void> {
  if ($state.get().busy) return;
  $state.set({ busy: format, result: null });
  try {
    const file = await fetchFile(downloadOwnData, { query: { format } }, `my-data.${format}`);
    save(file);
    $state.set({ busy: null, result: { kind: 'success', text: `Saved as ${file.name}.` } });
  } catch (error) {
    $state.set({ busy: null, result: { kind: 'failure', text: `Nothing was saved: ${toCause(error)}` } });
  }
}

function toCause(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.status !== 429) return toMessage(error, REQUEST_FAILED);
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 3600) / 60));
  const pause = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `you downloaded your data several times within an hour. Please try again in ${pause}.`;
}

export function clearDownload(): void {
  if (!$state.get().busy) $state.set({ busy: null, result: null });
}

/** Deleting a staff account has other consequences. Former staff learn from the reply that their account is held. */
export function toDeletionText(role: Role): string {
  return isAdmin(role)
    ? `You are signed out now and cannot sign in any more. As you are staff, your account is erased after ${STAFF_ERASURE_DAYS} days, or later while a decision is yours alone. Until then a Grand Pathfinder can reopen it.`
    : 'Your account is deleted now and cannot be restored, not even by us. You get one last email.';
}

export interface DeletionValues {
  password: string;
  confirmation: string;
}

const PASSWORD_WRONG: keyof typeof OWN_ACCOUNT_ERRORS = 'PASSWORD_WRONG';

/** On success, leaves for the sign-in screen, which shows the reason. */
export function createDeletionForm(navigation: Navigation = browserNavigation): Form<DeletionValues> {
  const form = createForm<DeletionValues>({
    initial: { password: '', confirmation: '' },
    validate: ({ password, confirmation }) => ({
      ...(password ? {} : { password: 'Password is required' }),
      ...(confirmation.trim() === DELETION_WORD ? {} : { confirmation: `Type ${DELETION_WORD} to confirm` }),
    }),
    submit: async ({ password }) => {
      let isHeld: boolean;
      try {
        ({ isHeld } = await callApi(deleteOwnAccount, {
          body: { password, confirmation: DELETION_WORD },
          headers: browserHeader(),
        }));
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== PASSWORD_WRONG) throw error;
        form.refuse({ password: error.message });
        return 'staying';
      }
      signOutAfterDeletion(isHeld ? 'closed' : 'deleted');
      navigation.replace('/signin');
      return 'leaving';
    },
  });
  return form;
}
