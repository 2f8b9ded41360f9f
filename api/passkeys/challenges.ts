import { sql } from 'drizzle-orm';
import { PROOF_MINUTES } from '#contract/passkeys.ts';
import type { Database } from '../db/client.ts';
import { usedChallenges } from '../db/schema/accounts.ts';
import { createToken, hashToken, type SecretKey } from '../process/secrets.ts';

/** What a challenge is for. Nothing that answers one purpose, account or session answers another. */
export type ChallengePurpose = 'login' | `proof:${string}` | `add:${string}`;

const LIFETIME_MS = PROOF_MINUTES * 60_000;

/**
 * A challenge for a passkey to sign: when it ends, 256 random bits, and the server's signature of both. Nothing is stored,
 * so a flood of requests costs no row and pushes out nobody's challenge.
 */
export function createChallenge(secret: SecretKey, purpose: ChallengePurpose, now = Date.now()): string {
  const signed = `${now + LIFETIME_MS}.${createToken()}`;
  return `${signed}.${secret.sign(`passkey ${purpose}`, signed)}`;
}

/** True for a challenge that this server made for this purpose and that has not ended. */
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

/**
 * Uses a challenge up, in the transaction of what it allows; false when it was used before. Only challenges that a passkey
 * of an account signed get here, so rows are as many as successes within their lifetime and the sweep's.
 */
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
