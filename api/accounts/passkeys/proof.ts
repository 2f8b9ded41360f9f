import { eq, sql } from 'drizzle-orm';
import {
  PASSKEY_ERRORS,
  PROOF_MINUTES,
  type Proof,
  type ProofBody,
  type ProofOptions,
} from '#contract/passkeys.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { isProven } from '../../platform/access/proof.ts';
import { recordOwnAudit } from '../../platform/audit/record.ts';
import { recordFailure } from '../../platform/audit/sign-in-failures.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { passkeys, sessions } from '../../platform/db/schema/accounts.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { clearLimits, takeLimit } from '../../platform/http/limits.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { proveOwnPassword } from '../auth/password-attempt.ts';
import { endSessions } from '../auth/sessions.ts';
import { inProvenTransaction, lockOwnAccount } from '../own-account/lock.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { findPasskey, loadWebAuthn, recordUse, requireRelyingParty, verifyUse } from './verification.ts';

const FAILURES = { max: 20, windowSeconds: 900 };
const CODE_FAILURES = { max: 10, windowSeconds: 600 };

const purposeOf = (actor: Actor) => `proof:${actor.sessionId}` as const;

export async function startProof(deps: Deps, actor: Actor): Promise<ProofOptions> {
  const own = await deps.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, actor.id))
    .orderBy(passkeys.createdAt);
  const isFresh = await isProven(deps.db, actor);
  if (own.length === 0) return { isFresh, accepts: ['PASSWORD'], options: null };
  const accepts: Proof[] = ['PASSKEY'];
  if ((await countRecoveryCodes(deps.db, actor.id)) > 0) accepts.push('RECOVERY_CODE');
  const party = requireRelyingParty(deps);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: createChallenge(deps.secret, purposeOf(actor)),
    userVerification: 'required',
    allowCredentials: own.map(({ id, transports }) => ({
      id,
      transports: transports.split(' ').filter(Boolean) as never[],
    })),
  });
  return { isFresh, accepts, options: { ...options } };
}

export async function proveIdentity(
  deps: Deps,
  actor: Actor,
  { credential, password = '', recoveryCode }: ProofBody,
  requestInfo: RequestInfo,
): Promise<{ provenUntil: string }> {
  if (credential) return proveByPasskey(deps, actor, credential, requestInfo);
  if (recoveryCode !== undefined) return proveByCode(deps, actor, recoveryCode, requestInfo);
  const hash = await proveOwnPassword(deps, actor, password, requestInfo);
  return inProvenTransaction(deps.db, actor, { password, hash }, async (tx, provenHash) => {
    await lockOwnAccount(tx, actor, provenHash);
    return recordProof(tx, actor, 'password', requestInfo);
  });
}

async function proveByPasskey(
  deps: Deps,
  actor: Actor,
  credential: NonNullable<ProofBody['credential']>,
  requestInfo: RequestInfo,
): Promise<{ provenUntil: string }> {
  const passkey = await findPasskey(deps.db, credential.id);
  const isOwn = passkey?.userId === actor.id;
  const verified = isOwn ? await verifyUse(deps, credential, passkey, purposeOf(actor)) : null;
  const proven =
    passkey &&
    verified &&
    (await inTransaction(deps.db, async (tx) => {
      await lockOwnAccount(tx, actor, null);
      if (!(await takeChallenge(tx, verified.challenge))) return null;
      if (!(await recordUse(tx, passkey, verified))) return null;
      return recordProof(tx, actor, 'passkey', requestInfo);
    }));
  if (proven) return proven;
  await takeLimit(deps.db, { key: `passkey:${actor.id}`, ...FAILURES }, deps.config.RATE_LIMIT_SCALE);
  await recordFailure(deps.db, { ...own(actor), action: 'PASSKEY_CHECK_FAILED', requestInfo });
  throw new ApiError(PASSKEY_ERRORS.PASSKEY_WRONG);
}

async function proveByCode(
  deps: Deps,
  actor: Actor,
  code: string,
  requestInfo: RequestInfo,
): Promise<{ provenUntil: string }> {
  // Limited by account and network, so that a guesser elsewhere does not block the owner.
  const key = `recovery-code:${actor.id}:${limitKeyOf(requestInfo.address)}`;
  await takeLimit(deps.db, { key, ...CODE_FAILURES }, deps.config.RATE_LIMIT_SCALE);
  const proven = await inTransaction(deps.db, async (tx) => {
    const { name, email } = await lockOwnAccount(tx, actor, null);
    if (!(await takeRecoveryCode(tx, actor.id, code))) return null;
    await endSessions(tx, actor.id, actor.sessionId);
    const left = await countRecoveryCodes(tx, actor.id);
    await queueMail({ ...deps, db: tx }, 'RECOVERY_CODE_USED', { id: actor.id, email }, { name, left });
    return recordProof(tx, actor, 'recovery code', requestInfo);
  });
  if (!proven) {
    await recordFailure(deps.db, { ...own(actor), action: 'RECOVERY_CODE_FAILED', requestInfo });
    throw new ApiError(PASSKEY_ERRORS.RECOVERY_CODE_WRONG);
  }
  await clearLimits(deps.db, [key]);
  return proven;
}

const own = ({ id }: Actor) => ({ actorId: id, targetUserId: id });

async function recordProof(
  tx: Database,
  actor: Actor,
  by: 'password' | 'passkey' | 'recovery code',
  requestInfo: RequestInfo,
): Promise<{ provenUntil: string }> {
  const now = sql`now()` as unknown as Date;
  const [session] = await tx
    .update(sessions)
    .set(by === 'password' ? { provenAt: now } : { provenAt: now, passkeyProvenAt: now })
    .where(eq(sessions.id, actor.sessionId))
    .returning({ provenAt: sessions.provenAt });
  await recordOwnAudit(tx, actor.id, 'IDENTITY_CONFIRMED', requestInfo, { by });
  const provenAt = session?.provenAt ?? new Date();
  return { provenUntil: new Date(provenAt.getTime() + PROOF_MINUTES * 60_000).toISOString() };
}
