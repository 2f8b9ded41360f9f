import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, eq, sql } from 'drizzle-orm';
import { type Credential, PASSKEY_ERRORS } from '#contract/passkeys.ts';
import type { Database } from '../../platform/db/client.ts';
import { passkeys } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Deps } from '../../platform/http/router.ts';
import { type RelyingParty, readRelyingParty } from '../../platform/process/relying-party.ts';
import { type ChallengePurpose, isLiveChallenge } from './challenges.ts';

// The package takes 25 MB, so it is loaded at first use.
export const loadWebAuthn = () => import('@simplewebauthn/server');

export function requireRelyingParty({ config }: Pick<Deps, 'config'>): RelyingParty {
  const party = readRelyingParty(config);
  if (!party) throw new ApiError(PASSKEY_ERRORS.PASSKEYS_UNAVAILABLE);
  return party;
}

type VerifyDeps = Pick<Deps, 'config' | 'secret' | 'log'>;
export type StoredPasskey = typeof passkeys.$inferSelect;

export interface Verified {
  challenge: string;
  counter: number;
  isSynced: boolean;
}

function readClientData(credential: Credential): { challenge: string; origin: string } | null {
  try {
    const text = Buffer.from(credential.response.clientDataJSON, 'base64url').toString();
    const { challenge, origin, crossOrigin } = JSON.parse(text) as Record<string, unknown>;
    // A page that frames this site may not use its passkeys.
    if (typeof challenge !== 'string' || typeof origin !== 'string' || crossOrigin === true) return null;
    return { challenge: Buffer.from(challenge, 'base64url').toString(), origin };
  } catch {
    return null;
  }
}

function expect(deps: VerifyDeps, credential: Credential, purpose: ChallengePurpose) {
  const party = requireRelyingParty(deps);
  const client = readClientData(credential);
  if (!client || !isLiveChallenge(deps.secret, purpose, client.challenge)) return null;
  if (!party.isOrigin(client.origin)) return null;
  return {
    challenge: client.challenge,
    expectedChallenge: Buffer.from(client.challenge).toString('base64url'),
    expectedOrigin: client.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
}

export async function verifyUse(
  deps: VerifyDeps,
  credential: Credential,
  passkey: StoredPasskey,
  purpose: ChallengePurpose,
): Promise<Verified | null> {
  const expected = expect(deps, credential, purpose);
  if (!expected) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response: credential as unknown as AuthenticationResponseJSON,
      credential: {
        id: passkey.credentialId,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.counter,
      },
    });
    if (!verified) return null;
    return {
      challenge: expected.challenge,
      counter: authenticationInfo.newCounter,
      isSynced: authenticationInfo.credentialBackedUp,
    };
  } catch (error) {
    deps.log.debug('passkey_refused', { because: (error as Error).message });
    return null;
  }
}

// The library fetches URLs from a client's certificates, so only `none` and self-signed `packed` are accepted.
async function hasNoCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  // Uses the library's decoder: Buffer skips characters that the library reads as zero bits.
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const statement: unknown = attestation.get('attStmt');
  const format = attestation.get('fmt');
  return (format === 'none' || format === 'packed') && statement instanceof Map && !statement.has('x5c');
}

export async function verifyNew(
  deps: VerifyDeps,
  credential: Credential,
  purpose: ChallengePurpose,
): Promise<(Verified & Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'transports'>) | null> {
  const expected = expect(deps, credential, purpose);
  if (!expected) return null;
  const response = credential as unknown as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    if (!(await hasNoCertificates(response))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({ ...expected, response });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      challenge: expected.challenge,
      counter,
      isSynced: registrationInfo.credentialBackedUp,
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      transports: transports.filter((name) => /^[a-z-]{1,20}$/.test(name)).join(' '),
    };
  } catch (error) {
    deps.log.debug('passkey_refused', { because: (error as Error).message });
    return null;
  }
}

/** Returns false if the counter changed meanwhile: of two concurrent answers one counts. */
export async function recordUse(
  tx: Database,
  passkey: StoredPasskey,
  { counter, isSynced }: Verified,
): Promise<boolean> {
  const used = await tx
    .update(passkeys)
    .set({ counter, isSynced, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter)))
    .returning({ id: passkeys.id });
  return used.length === 1;
}

export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | null> {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return found ?? null;
}
