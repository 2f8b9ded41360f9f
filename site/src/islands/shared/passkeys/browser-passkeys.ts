import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Credential } from '#contract/passkeys.ts';

// Loaded when somebody uses a passkey: the library is no part of any first view.

/** Options of the server as they came: JSON that the library reads. */
type Options = Record<string, unknown>;

/** Has the browser make a passkey. Throws what `toPasskeyMessage` puts into words. */
export async function makePasskey(options: Options): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as Credential;
}

/**
 * Asks for a passkey in a dialog or, `inAutofill`, among the suggestions of a field, which a later request ends. Throws
 * errors for `toPasskeyMessage`.
 */
export async function askForPasskey(options: Options, { inAutofill = false } = {}): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({
    optionsJSON,
    useBrowserAutofill: inAutofill,
  })) as unknown as Credential;
}

/** Words for a failed passkey; null for other errors. */
export function toPasskeyMessage(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device already has a passkey for your account.';
  }
  if (!(error instanceof Error)) return null;
  if (error.name === 'NotAllowedError') return 'No passkey was used. Please try again.';
  if (error.name === 'SecurityError') return 'Passkeys cannot be used at this address.';
  return error instanceof WebAuthnError ? 'Your browser could not use a passkey. Please try again.' : null;
}
