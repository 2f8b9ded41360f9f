import { eq } from 'drizzle-orm';
import type { Call } from '#contract/call.ts';
import { ERRORS } from '#contract/errors.ts';
import type { Proof } from '#contract/passkeys.ts';
import { isAdmin, type Role } from '#contract/roles.ts';
import type { Database } from '../db/client.ts';
import { passkeys } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Config } from '../process/env.ts';
import { dayIn } from '../process/product.ts';
import type { Actor } from './actor.ts';

type Policy = Pick<Config, 'STAFF_PASSKEYS' | 'TIME_ZONE'>;

// A date such as 2027-03-01, 'now', or null when passkeys are only advised.
function requirementOf({ STAFF_PASSKEYS, TIME_ZONE }: Policy, now: Date): string | 'now' | null {
  if (STAFF_PASSKEYS === 'advised') return null;
  if (STAFF_PASSKEYS === 'required') return 'now';
  return STAFF_PASSKEYS <= dayIn(TIME_ZONE, now) ? 'now' : STAFF_PASSKEYS;
}

export function isPasskeyRequired(config: Policy, role: Role, now = new Date()): boolean {
  return isAdmin(role) && requirementOf(config, now) === 'now';
}

/** Null without a date, or once it has begun. */
export function passkeyRequiredFrom(config: Policy, role: Role, now = new Date()): string | null {
  const from = requirementOf(config, now);
  return isAdmin(role) && from !== 'now' ? from : null;
}

const hasPasskey = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;

// A few /admin/ calls are open to all roles and check scopes instead.
const isForStaff = ({ access, path }: Pick<Call, 'access' | 'path'>) =>
  access === 'staff' || access === 'chief' || access === 'grand' || path.startsWith('/admin/');

/** An account with a passkey needs a fresh proof by passkey or recovery code. */
export async function isProven(db: Database, { id, proof }: Actor): Promise<boolean> {
  return proof.isFreshByPasskey || (proof.isFresh && !(await hasPasskey(db, id)));
}

/**
 * Checks fresh proof and required staff passkeys (docs/decisions/0038). Throws PASSKEY_REQUIRED with `step`, or
 * PROOF_REQUIRED with `accepts`.
 */
export async function requireProof(
  { db, config }: { db: Database; config: Policy },
  actor: Actor,
  call: Pick<Call, 'access' | 'path' | 'proof'>,
): Promise<void> {
  const { isFresh, isByPasskey, isFreshByPasskey } = actor.proof;
  if (isFreshByPasskey) return;
  const lacksPasskey = isForStaff(call) && !isByPasskey && isPasskeyRequired(config, actor.role);
  if (!lacksPasskey && !call.proof) return;
  const has = await hasPasskey(db, actor.id);
  if (lacksPasskey) throw passkeyRequired(has ? 'USE_PASSKEY' : 'ADD_PASSKEY');
  if (has) throw proofRequired(['PASSKEY', 'RECOVERY_CODE']);
  if (call.proof === 'always' && !isFresh) throw proofRequired(['PASSWORD']);
}

const proofRequired = (accepts: Proof[]) => new ApiError(ERRORS.PROOF_REQUIRED, { extras: { accepts } });
const passkeyRequired = (step: 'ADD_PASSKEY' | 'USE_PASSKEY') =>
  new ApiError(ERRORS.PASSKEY_REQUIRED, { extras: { step } });
