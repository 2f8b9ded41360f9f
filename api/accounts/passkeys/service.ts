import { and, eq, sql } from 'drizzle-orm';
import {
  type Credential,
  PASSKEY_ERRORS,
  PASSKEYS_MAX,
  type Passkey,
  type PasskeyOverview,
} from '#contract/passkeys.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { isPasskeyRequired, passkeyRequiredFrom } from '../../platform/access/proof.ts';
import { recordBy } from '../../platform/audit/record.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { passkeys, users } from '../../platform/db/schema/accounts.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { product } from '../../platform/process/product.ts';
import { readRelyingParty } from '../../platform/process/relying-party.ts';
import { createId } from '../../platform/process/secrets.ts';
import { endSessions } from '../auth/sessions.ts';
import { removePasskeys } from '../otp/mailbox-proof.ts';
import { lockOwnAccount } from '../own-account/lock.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import { countRecoveryCodes, dropRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { loadWebAuthn, requireRelyingParty, type StoredPasskey, verifyNew } from './verification.ts';

// Bound to the session, so that a challenge signed for another account is worthless.
const purposeOf = (actor: Actor) => `add:${actor.sessionId}` as const;

export async function listPasskeys({ db, config }: Deps, actor: Actor): Promise<PasskeyOverview> {
  const own = await readPasskeys(db, actor.id);
  return {
    passkeys: own.map(toPasskey),
    recoveryCodesLeft: await countRecoveryCodes(db, actor.id),
    isAvailable: readRelyingParty(config) !== null,
    isRequired: isPasskeyRequired(config, actor.role),
    requiredFrom: passkeyRequiredFrom(config, actor.role),
  };
}

/** Throws PASSKEYS_UNAVAILABLE, PASSKEYS_FULL. */
export async function startPasskey(deps: Deps, actor: Actor): Promise<Record<string, unknown>> {
  const party = requireRelyingParty(deps);
  const own = await readPasskeys(deps.db, actor.id);
  requireRoom(own);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: product.name,
    userID: new TextEncoder().encode(actor.id),
    userName: actor.email,
    userDisplayName: actor.name,
    challenge: createChallenge(deps.secret, purposeOf(actor)),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
  });
  return { ...options };
}

/**
 * The first passkey comes with recovery codes. Throws PASSKEYS_FULL, or PASSKEY_NOT_ADDED for any fault, so that a
 * passkey of another account is not revealed.
 */
export async function addPasskey(
  deps: Deps,
  actor: Actor,
  { name, credential }: { name: string; credential: Credential },
  requestInfo: RequestInfo,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const verified = await verifyNew(deps, credential, purposeOf(actor));
  if (!verified) throw new ApiError(PASSKEY_ERRORS.PASSKEY_NOT_ADDED);
  const { challenge, ...key } = verified;
  const add = () =>
    inTransaction(deps.db, async (tx) => {
      const account = await lockOwnAccount(tx, actor, null);
      if (!(await takeChallenge(tx, challenge))) throw new ApiError(PASSKEY_ERRORS.PASSKEY_NOT_ADDED);
      const own = await readPasskeys(tx, actor.id);
      requireRoom(own);
      const [added] = await tx
        .insert(passkeys)
        .values({ id: createId(), userId: actor.id, name, ...key })
        .returning();
      const codes = own.length === 0 ? await renewRecoveryCodes(tx, actor.id) : null;
      await notifyAndRecord({ ...deps, db: tx }, actor, account, {
        action: 'PASSKEY_ADDED',
        change: 'added',
        passkey: name,
        requestInfo,
      });
      return { passkey: toPasskey(added as StoredPasskey), recoveryCodes: codes };
    });
  return refuseDuplicate('passkeys_credential_id_key', PASSKEY_ERRORS.PASSKEY_NOT_ADDED, add);
}

export async function renamePasskey({ db }: Deps, actor: Actor, id: string, name: string): Promise<Passkey> {
  return inTransaction(db, async (tx) => {
    const [renamed] = await tx
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, actor.id)))
      .returning();
    if (!renamed) throw new ApiError(PASSKEY_ERRORS.PASSKEY_NOT_FOUND);
    return toPasskey(renamed);
  });
}

/** Throws PASSKEY_NOT_FOUND, LAST_PASSKEY. */
export async function removePasskey(
  deps: Deps,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor, null);
    const own = await readPasskeys(tx, actor.id);
    const passkey = own.find((one) => one.id === id);
    if (!passkey) throw new ApiError(PASSKEY_ERRORS.PASSKEY_NOT_FOUND);
    if (own.length === 1) {
      if (isPasskeyRequired(deps.config, account.role)) throw new ApiError(PASSKEY_ERRORS.LAST_PASSKEY);
      await dropRecoveryCodes(tx, actor.id);
    }
    await tx.delete(passkeys).where(eq(passkeys.id, id));
    await notifyAndRecord({ ...deps, db: tx }, actor, account, {
      action: 'PASSKEY_REMOVED',
      change: 'removed',
      passkey: passkey.name,
      requestInfo,
    });
  });
}

export async function replaceRecoveryCodes(
  deps: Deps,
  actor: Actor,
  requestInfo: RequestInfo,
): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(deps.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor, null);
    if ((await readPasskeys(tx, actor.id)).length === 0) throw new ApiError(PASSKEY_ERRORS.PASSKEY_MISSING);
    const codes = await renewRecoveryCodes(tx, actor.id);
    await notifyAndRecord({ ...deps, db: tx }, actor, account, {
      action: 'RECOVERY_CODES_REPLACED',
      change: 'codes',
      requestInfo,
    });
    return { recoveryCodes: codes };
  });
}

interface Change {
  action: string;
  change: 'added' | 'removed' | 'codes';
  passkey?: string;
  requestInfo: RequestInfo;
}

async function notifyAndRecord(
  deps: Deps,
  actor: Actor,
  { name, email }: { name: string; email: string },
  { action, change, passkey, requestInfo }: Change,
): Promise<void> {
  await queueMail(deps, 'PASSKEYS_CHANGED', { id: actor.id, email }, { name, change });
  await recordBy(deps.db, { actor, requestInfo }, action, { targetUserId: actor.id, description: passkey });
}

function readPasskeys(db: Database, userId: string): Promise<StoredPasskey[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(sql`${passkeys.createdAt}, ${passkeys.id}`);
}

function requireRoom(own: readonly StoredPasskey[]): void {
  if (own.length >= PASSKEYS_MAX) throw new ApiError(PASSKEY_ERRORS.PASSKEYS_FULL);
}

function toPasskey({ id, name, isSynced, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

interface Reset {
  userId: string;
  /** Null for the operator. */
  actorId: string | null;
  reason?: string | null;
  requestInfo?: RequestInfo;
}

/** Throws OWN_PASSKEYS, USER_NOT_FOUND. */
export async function resetPasskeys(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { userId, actorId, reason, requestInfo }: Reset,
): Promise<{ removedCount: number }> {
  if (userId === actorId) throw new ApiError(PASSKEY_ERRORS.OWN_PASSKEYS);
  return inTransaction(db, async (tx) => {
    const [account] = await tx
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for('no key update');
    if (!account) throw new ApiError(PASSKEY_ERRORS.USER_NOT_FOUND);
    const entry = { actorId, description: reason ?? undefined, requestInfo };
    const removedCount = await removePasskeys({ db: tx, secret }, { id: userId, ...account }, entry);
    if (removedCount > 0) await endSessions(tx, userId);
    return { removedCount };
  });
}
