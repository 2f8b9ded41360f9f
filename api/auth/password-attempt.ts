import { eq } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import type { Actor } from '../access/actor.ts';
import { recordAudit } from '../audit/record.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import { limitKeyOf } from '../http/client-address.ts';
import { clearLimit, refundLimit, takeLimit } from '../http/limits.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { verifyPassword } from './passwords.ts';

/** A whole class behind one campus address must pass; a script must not (docs/security.md P19, P20). */
const FAILURES_PER_ADDRESS = { max: 100, windowSeconds: 900 };
const FAILURES_PER_ACCOUNT_AND_ADDRESS = { max: 10, windowSeconds: 600 };
const FAILURES_PER_ACCOUNT = { max: 100, windowSeconds: 86_400 };

type AttemptDeps = Pick<Deps, 'db' | 'config' | 'secret'>;

function keysOf({ secret }: AttemptDeps, email: string, requestInfo: Pick<RequestInfo, 'address'>) {
  const account = secret.sign('login', email);
  const address = limitKeyOf(requestInfo.address);
  return {
    pair: `login:${account}:${address}`,
    account: `login-account:${account}`,
    address: `login-address:${address}`,
  };
}

/**
 * Counts a try of a password before it is compared: per account and address, per account and per address. Login and
 * every call that asks for the own password share the counts. Throws 429.
 */
export async function takePasswordAttempt(
  deps: AttemptDeps,
  email: string,
  requestInfo: RequestInfo,
): Promise<void> {
  const keys = keysOf(deps, email, requestInfo);
  const scale = deps.config.RATE_LIMIT_SCALE;
  await takeLimit(deps.db, { key: keys.pair, ...FAILURES_PER_ACCOUNT_AND_ADDRESS }, scale);
  await takeLimit(deps.db, { key: keys.account, ...FAILURES_PER_ACCOUNT }, scale);
  await takeLimit(deps.db, { key: keys.address, ...FAILURES_PER_ADDRESS }, scale);
}

/** Forgets the failures of an account after its password was right; only failures count (docs/security.md P19). */
export async function forgetPasswordFailures(
  deps: AttemptDeps,
  email: string,
  requestInfo: RequestInfo,
): Promise<void> {
  const keys = keysOf(deps, email, requestInfo);
  await clearLimit(deps.db, keys.pair);
  await clearLimit(deps.db, keys.account);
  await refundLimit(deps.db, keys.address);
}

/**
 * Asks a signed-in person for the own password, throttled like login. Answers the hash that was compared: a write asks
 * inside its transaction whether it still stands. Throws PASSWORD_WRONG or 429.
 */
export async function proveOwnPassword(
  deps: AttemptDeps,
  actor: Actor,
  password: string,
  requestInfo: RequestInfo,
): Promise<string> {
  await takePasswordAttempt(deps, actor.email, requestInfo);
  const [own] = await deps.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id));
  if (!own) throw new ApiError(ERRORS.TOKEN_INVALID);
  if (!(await verifyPassword(password, own.passwordHash))) {
    await recordAudit(deps.db, {
      actorId: actor.id,
      targetUserId: actor.id,
      action: 'PASSWORD_CHECK_FAILED',
      requestInfo,
    });
    throw new ApiError(OWN_ACCOUNT_ERRORS.PASSWORD_WRONG);
  }
  await forgetPasswordFailures(deps, actor.email, requestInfo);
  return own.passwordHash;
}
