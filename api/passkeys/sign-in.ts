import { eq } from 'drizzle-orm';
import { AUTH_ERRORS } from '#contract/auth.ts';
import { type Credential, PASSKEY_ERRORS } from '#contract/passkeys.ts';
import { recordAudit } from '../audit/record.ts';
import { recordFailure } from '../audit/sign-in-failures.ts';
import { rememberOrigin } from '../auth/known-origins.ts';
import { notifyOfNewDevice } from '../auth/new-device.ts';
import { type SignedIn, toSignedIn } from '../auth/service.ts';
import { openSession } from '../auth/sessions.ts';
import { inTransaction } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../errors/api-error.ts';
import { limitKeyOf } from '../http/client-address.ts';
import { refundLimit, takeLimit } from '../http/limits.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, loadWebAuthn, recordUse, requireRelyingParty, verifyUse } from './verification.ts';

/** As for passwords (docs/security.md P19): a class behind one address signs in, and a script ends. */
const FAILURES_PER_ADDRESS = { max: 100, windowSeconds: 900 };

/** What the browser needs to offer the passkeys it has for this site; it names no account. */
export async function startPasskeyLogin(deps: Deps): Promise<Record<string, unknown>> {
  const party = requireRelyingParty(deps);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return {
    ...(await generateAuthenticationOptions({
      rpID: party.id,
      challenge: createChallenge(deps.secret, 'login'),
      userVerification: 'required',
    })),
  };
}

/**
 * Signs in with a passkey that names its account itself. Passes what a password passes: the state of the account, limits
 * of failures by address, the audit log. Throws PASSKEY_REFUSED whatever is wrong, LOGIN_SUSPENDED, or 429.
 */
export async function loginWithPasskey(
  deps: Deps,
  credential: Credential,
  requestInfo: RequestInfo,
  countUser: (userId: string) => Promise<void> | undefined,
): Promise<SignedIn> {
  const { db } = deps;
  const key = `passkey-address:${limitKeyOf(requestInfo.address)}`;
  await takeLimit(db, { key, ...FAILURES_PER_ADDRESS }, deps.config.RATE_LIMIT_SCALE);
  const passkey = await findPasskey(db, credential.id);
  const verified =
    passkey && isHandleOf(credential, passkey.userId)
      ? await verifyUse(deps, credential, passkey, 'login')
      : null;
  if (verified && passkey) await countUser(passkey.userId);
  const signedIn =
    passkey &&
    verified &&
    (await inTransaction(db, async (tx) => {
      const [account] = await tx
        .select({ status: users.status, role: users.role })
        .from(users)
        .where(eq(users.id, passkey.userId))
        .for('share');
      if (!account) return null;
      if (!(await takeChallenge(tx, verified.challenge))) return null;
      if (!(await recordUse(tx, passkey, verified))) return null;
      if (account.status === 'SUSPENDED') throw new ApiError(AUTH_ERRORS.LOGIN_SUSPENDED);
      const holder = { id: passkey.userId, role: account.role };
      const report = await notifyOfNewDevice({ ...deps, db: tx }, holder.id, requestInfo, 'passkey');
      const tokens = await openSession(tx, holder, requestInfo, { byPasskey: true, report });
      await rememberOrigin(tx, deps.secret, holder.id, requestInfo);
      await recordAudit(tx, {
        actorId: holder.id,
        targetUserId: holder.id,
        action: 'LOGIN_SUCCEEDED',
        metadata: { by: 'passkey' },
        requestInfo,
      });
      return toSignedIn(tx, tokens, holder.id);
    }));
  if (!signedIn) {
    await recordFailure(db, {
      actorId: null,
      targetUserId: passkey?.userId ?? null,
      action: 'LOGIN_FAILED',
      metadata: { by: 'passkey' },
      requestInfo,
    });
    throw new ApiError(PASSKEY_ERRORS.PASSKEY_REFUSED);
  }
  await refundLimit(db, key);
  return signedIn;
}

/** The authenticator names the account that the passkey was made for; it must be the one that the server knows. */
function isHandleOf({ response }: Credential, userId: string): boolean {
  return response.userHandle === Buffer.from(userId).toString('base64url');
}
