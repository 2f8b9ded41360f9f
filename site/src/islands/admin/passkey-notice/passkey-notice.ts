import { listPasskeys } from '#contract/passkeys.ts';
import { callApi } from '#site/islands/shared/http/api.ts';

const KEY = 'passkey-notice-closed';

/** YYYY-MM-DD; null if the account has a passkey or closed the notice in this tab. Never throws. */
export async function readPasskeyDay(userId: string): Promise<string | null> {
  try {
    if (sessionStorage.getItem(KEY) === userId) return null;
    const { passkeys, requiredFrom } = await callApi(listPasskeys);
    return passkeys.length === 0 ? requiredFrom : null;
  } catch {
    return null;
  }
}

export function closePasskeyNotice(userId: string): void {
  try {
    sessionStorage.setItem(KEY, userId);
  } catch {
    // Without storage the notice returns on the next page load.
  }
}
