import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Credential } from '#contract/passkeys.ts';

// Loaded on first use of a passkey, to keep the library out of the first load.

type Options = Record<string, unknown>;

/** Creates a passkey. Throws errors for `toPasskeyMessage`. */
export async function createPasskey(options: Options): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as Credential;
}

/**
 * `inAutofill` offers passkeys among a field's suggestions until a later request. Throws errors for `toPasskeyMessage`.
 */
export async function requestPasskey(options: Options, { inAutofill = false } = {}): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({
    optionsJSON,
    useBrowserAutofill: inAutofill,
  })) as unknown as Credential;
}

export function toPasskeyMessage(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device already has a passkey for your account.';
  }
  if (!(error instanceof Error)) return null;
  if (error.name === 'NotAllowedError') return 'No passkey was used. Please try again.';
  if (error.name === 'SecurityError') return 'Passkeys cannot be used at this address.';
  return error instanceof WebAuthnError ? 'Your browser could not use a passkey. Please try again.' : null;
}
