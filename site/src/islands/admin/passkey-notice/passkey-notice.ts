import { listPasskeys } from '#contract/passkeys.ts';
import { callApi } from '#site/islands/shared/http/api.ts';

const KEY = 'passkey-notice-closed';

/**
 * The day from which this account will need a passkey and has none, as 2027-03-01; null where nothing is to be said, or the
 * notice was closed in this tab. Never throws: a notice that does not load is left out.
 */
export async function readPasskeyDay(userId: string): Promise<string | null> {
  try {
    if (sessionStorage.getItem(KEY) === userId) return null;
    const { passkeys, requiredFrom } = await callApi(listPasskeys);
    return passkeys.length === 0 ? requiredFrom : null;
  } catch {
    return null;
  }
}

/** Leaves the notice out for this account until the tab closes. */
export function closePasskeyNotice(userId: string): void {
  try {
    sessionStorage.setItem(KEY, userId);
  } catch {
    // It comes again with the next page.
  }
}
