import { loginWithPasskey, startPasskeyLogin } from '#contract/passkeys.ts';
import type { User } from '#contract/users.ts';
import { callApi } from '../shared/http/api.ts';
import { browserHeader } from '../shared/http/browser-secret.ts';
import { requestPasskey } from '../shared/passkeys/browser-passkeys.ts';
import { completeSignIn, requireStorage } from '../shared/session/sign-in.ts';

// Loaded on use, to keep the sign-in screen small.

export async function signInWithPasskey(inAutofill: boolean): Promise<User> {
  if (inAutofill && !(await PublicKeyCredential.isConditionalMediationAvailable?.())) throw new Error();
  requireStorage();
  const options = await callApi(startPasskeyLogin);
  const credential = await requestPasskey(options, { inAutofill });
  return completeSignIn(await callApi(loginWithPasskey, { body: { credential }, headers: browserHeader() }));
}
