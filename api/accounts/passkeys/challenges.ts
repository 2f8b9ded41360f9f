import { sql } from 'drizzle-orm';
import { PROOF_MINUTES } from '#contract/passkeys.ts';
import type { Database } from '../../platform/db/client.ts';
import { usedChallenges } from '../../platform/db/schema/accounts.ts';
import { createToken, hashToken, type SecretKey } from '../../platform/process/secrets.ts';

export type ChallengePurpose = 'login' | `proof:${string}` | `add:${string}`;

const LIFETIME_MS = PROOF_MINUTES * 60_000;

/** Expiry, random bits and signature. Nothing is stored, so a flood adds no rows. */
export function createChallenge(secret: SecretKey, purpose: ChallengePurpose, now = Date.now()): string {
  const signed = `${now + LIFETIME_MS}.${createToken()}`;
  return `${signed}.${secret.sign(`passkey ${purpose}`, signed)}`;
}

export function isLiveChallenge(
  secret: SecretKey,
  purpose: ChallengePurpose,
  challenge: string,
  now = Date.now(),
): boolean {
  const [endsAt = '', random = '', signature = '', ...more] = challenge.split('.');
  return (
    more.length === 0 &&
    secret.verify(`passkey ${purpose}`, `${endsAt}.${random}`, signature) &&
    Number(endsAt) > now
  );
}

/** Returns false for a used challenge. Call it in the transaction that the challenge authorizes. */
export async function takeChallenge(tx: Database, challenge: string): Promise<boolean> {
  const taken = await tx
    .insert(usedChallenges)
    .values({
      challengeHash: hashToken(challenge),
      expiresAt: sql`now() + ${PROOF_MINUTES} * interval '1 minute'` as unknown as Date,
    })
    .onConflictDoNothing()
    .returning({ hash: usedChallenges.challengeHash });
  return taken.length === 1;
}
