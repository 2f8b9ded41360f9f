import { loginWithPasskey, startPasskeyLogin } from '#contract/passkeys.ts';
import type { User } from '#contract/users.ts';
import { callApi } from '../shared/http/api.ts';
import { browserHeader } from '../shared/http/browser-secret.ts';
import { askForPasskey } from '../shared/passkeys/browser-passkeys.ts';
import { enter, requireStorage } from '../shared/session/entry.ts';

// Loaded on use, to keep the sign-in screen small.

export async function signInWithPasskey(inAutofill: boolean): Promise<User> {
  if (inAutofill && !(await PublicKeyCredential.isConditionalMediationAvailable?.())) throw new Error();
  requireStorage();
  const options = await callApi(startPasskeyLogin);
  const credential = await askForPasskey(options, { inAutofill });
  return enter(await callApi(loginWithPasskey, { body: { credential }, headers: browserHeader() }));
}
