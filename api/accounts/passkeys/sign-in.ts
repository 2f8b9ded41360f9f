import { type Credential, PASSKEY_ERRORS } from '#contract/passkeys.ts';
import { recordFailure } from '../../platform/audit/sign-in-failures.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { requireTime } from '../../platform/db/deadline.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { refundLimits, tooManyRequests, tryLimits } from '../../platform/http/limits.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { SubjectQueue } from '../../platform/http/subject-queue.ts';
import { hashToken } from '../../platform/process/secrets.ts';
import { openSignedInSession, requireOpenAccount, type SignedIn } from '../auth/service.ts';
import { lockForSignIn, toSignInAccount } from '../auth/sign-in-account.ts';
import { createChallenge, takeChallenge } from './challenges.ts';
import {
  findPasskey,
  loadWebAuthn,
  recordUse,
  requireRelyingParty,
  type StoredPasskey,
  verifyUse,
} from './verification.ts';

const FAILURES_PER_ADDRESS = { max: 100, windowSeconds: 900 };
const FAILURES_PER_PASSKEY_AND_ADDRESS = { max: 10, windowSeconds: 600 };
// Pending checks count as failures until they succeed; see api/accounts/auth/password-attempt.ts.
const loginQueue = new SubjectQueue(8);

type CountUser = (userId: string) => Promise<void> | undefined;

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

/** Throws PASSKEY_REFUSED for any fault, LOGIN_SUSPENDED, LOGIN_CLOSED, or 429. */
export function loginWithPasskey(
  deps: Deps,
  credential: Credential,
  requestInfo: RequestInfo,
  countUser: CountUser,
): Promise<SignedIn> {
  return loginQueue.take(limitKeyOf(requestInfo.address), () =>
    signIn(deps, credential, requestInfo, countUser),
  );
}

async function signIn(
  deps: Deps,
  credential: Credential,
  requestInfo: RequestInfo,
  countUser: CountUser,
): Promise<SignedIn> {
  const { db } = deps;
  requireTime();
  const place = limitKeyOf(requestInfo.address);
  const limits = [
    { key: `passkey-address:${place}`, ...FAILURES_PER_ADDRESS },
    { key: `passkey-login:${hashToken(credential.id)}:${place}`, ...FAILURES_PER_PASSKEY_AND_ADDRESS },
  ];
  const { secondsLeft } = await tryLimits(db, limits, deps.config.RATE_LIMIT_SCALE);
  if (secondsLeft !== null) throw tooManyRequests(secondsLeft);
  const refundAttempts = () =>
    refundLimits(
      db,
      limits.map(({ key }) => key),
    );
  let passkey: StoredPasskey | null = null;
  let signedIn: SignedIn | null = null;
  try {
    passkey = await findPasskey(db, credential.id);
    signedIn = passkey && (await signInWith(passkey, deps, credential, requestInfo, countUser));
  } catch (error) {
    // Only failures count: a right passkey of a suspended account and a server error are given back.
    await refundAttempts().catch(() => {});
    throw error;
  }
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
  await refundAttempts();
  return signedIn;
}

async function signInWith(
  passkey: StoredPasskey,
  deps: Deps,
  credential: Credential,
  requestInfo: RequestInfo,
  countUser: CountUser,
): Promise<SignedIn | null> {
  if (!isHandleOf(credential, passkey.userId)) return null;
  const verified = await verifyUse(deps, credential, passkey, 'login');
  if (!verified) return null;
  await countUser(passkey.userId);
  return inTransaction(
    deps.db,
    async (tx, opened) => {
      const account = toSignInAccount(opened);
      if (!account) return null;
      if (!(await takeChallenge(tx, verified.challenge))) return null;
      if (!(await recordUse(tx, passkey, verified))) return null;
      requireOpenAccount(account);
      return openSignedInSession({ ...deps, db: tx }, account, requestInfo, 'passkey');
    },
    { opening: lockForSignIn(deps, passkey.userId, requestInfo) },
  );
}

function isHandleOf({ response }: Credential, userId: string): boolean {
  return response.userHandle === Buffer.from(userId).toString('base64url');
}
