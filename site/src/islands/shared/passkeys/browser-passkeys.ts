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
 * Has the browser ask for a passkey: in a dialog of its own or, `inAutofill`, among its suggestions for a field. A later
 * request ends one that waits in a field. Throws what `toPasskeyMessage` puts into words.
 */
export async function askForPasskey(options: Options, { inAutofill = false } = {}): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({
    optionsJSON,
    useBrowserAutofill: inAutofill,
  })) as unknown as Credential;
}

/** The words for a passkey that was not made or used; null for what is no matter of passkeys. */
export function toPasskeyMessage(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device already has a passkey for your account.';
  }
  if (!(error instanceof Error)) return null;
  if (error.name === 'NotAllowedError') return 'No passkey was used. Please try again.';
  if (error.name === 'SecurityError') return 'Passkeys cannot be used at this address.';
  return error instanceof WebAuthnError ? 'Your browser could not use a passkey. Please try again.' : null;
}
