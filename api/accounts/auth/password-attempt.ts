import { type SQL, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { OWN_ACCOUNT_ERRORS } from '#contract/own-account.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { recordFailure } from '../../platform/audit/sign-in-failures.ts';
import { queryRows } from '../../platform/db/client.ts';
import { requireTime } from '../../platform/db/deadline.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import {
  clearLimits,
  type Limit,
  refundLimits,
  tooManyRequests,
  tryLimits,
  UNTRIMMED_PREFIX,
} from '../../platform/http/limits.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { SubjectQueue } from '../../platform/http/subject-queue.ts';
import { earlierCost } from './earlier-passwords.ts';
import { knowsDevice, type Origin, readOriginKnowledge, toOrigin } from './known-origins.ts';
import { verifyPassword } from './passwords.ts';

const DAY_SECONDS = 86_400;
// Lets a class behind one campus address pass, but not a script (docs/security.md P19, P20).
const FAILURES_PER_ADDRESS = { max: 100, windowSeconds: 900 };
const FAILURES_PER_ACCOUNT_AND_ADDRESS = { max: 10, windowSeconds: 600 };
// At most 100 guesses a day: 60 from anywhere, 20 from known networks, 20 from known browsers.
const GUESSES_FROM_UNKNOWN = { max: 30, windowSeconds: DAY_SECONDS };
const GUESSES_FROM_UNKNOWN_IN_ALL = { max: 60, windowSeconds: DAY_SECONDS };
const GUESSES_FROM_KNOWN_IN_ALL = { max: 20, windowSeconds: DAY_SECONDS };
const GUESSES_PER_KNOWN_ORIGIN = { max: 5, windowSeconds: DAY_SECONDS };

const WAY_OUT =
  'You can wait, sign in from a browser or network where you signed in before, or reset your password by email.';

type AttemptDeps = Pick<Deps, 'db' | 'config' | 'secret'>;
type Asker = Pick<RequestInfo, 'address' | 'deviceToken'>;

interface Account {
  id: string | null;
  email: string;
  passwordHash: string | null;
  isDeviceKnown: boolean;
  earlierCost: number | null;
}

type FoundAccount = Pick<Account, 'isDeviceKnown' | 'earlierCost'> &
  (
    | { id: string; email: string; passwordHash: string; status: string; closedAt: string | null }
    | { id: null; email: null; passwordHash: null }
  );

export async function findAccount(
  { db, secret }: AttemptDeps,
  condition: SQL,
  asker: Asker,
): Promise<FoundAccount> {
  const [row] = await queryRows<FoundAccount>(
    db,
    sql`
      select u.id, u.email, u.status, u.closed_at as "closedAt", u.password_hash as "passwordHash",
        ${knowsDevice(sql`u.id`, toOrigin(secret, asker))} as "isDeviceKnown", ${earlierCost} as "earlierCost"
      from (select) one left join users u on ${condition}`,
  );
  return row as FoundAccount;
}

interface PasswordAttempt {
  matches: boolean;
  /** Set for a wrong password on an account closed to strangers. */
  refusal: ApiError | null;
}

// A hundred people signing in at once from one address must not count as a hundred failures.
const AT_ONCE_PER_ADDRESS = 8;
const attemptQueue = new SubjectQueue(AT_ONCE_PER_ADDRESS);

function countsOf(
  { secret }: AttemptDeps,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { address }: Asker,
  { network, device }: Origin,
) {
  const account = secret.sign('login', email);
  const place = limitKeyOf(address);
  const prefix = id === null ? '' : UNTRIMMED_PREFIX;
  return {
    address: { key: `login-address:${place}`, ...FAILURES_PER_ADDRESS },
    pair: { key: `login:${account}:${place}`, ...FAILURES_PER_ACCOUNT_AND_ADDRESS },
    strangers: [
      { key: `${prefix}login-account:${account}`, ...GUESSES_FROM_UNKNOWN },
      { key: `${prefix}login-account-day:${account}`, ...GUESSES_FROM_UNKNOWN_IN_ALL },
    ],
    device: [
      { key: toOriginKey(account, device ?? ''), ...GUESSES_PER_KNOWN_ORIGIN },
      { key: `${UNTRIMMED_PREFIX}login-devices:${account}`, ...GUESSES_FROM_KNOWN_IN_ALL },
    ],
    network: [
      { key: toOriginKey(account, network), ...GUESSES_PER_KNOWN_ORIGIN },
      { key: `${UNTRIMMED_PREFIX}login-networks:${account}`, ...GUESSES_FROM_KNOWN_IN_ALL },
    ],
    /** Takes the time of a known network's share but limits nothing. */
    decoy: [
      { key: `login-decoy:${account}:${network}`, ...GUESSES_PER_KNOWN_ORIGIN },
      { key: `login-decoys:${account}`, ...GUESSES_FROM_KNOWN_IN_ALL },
    ],
  };
}

const toOriginKey = (account: string, originHash: string) =>
  `${UNTRIMMED_PREFIX}login-origin:${account}:${originHash}`;

/**
 * Counts an attempt, then compares, and gives a right one back (docs/decisions/0037). Strangers draw on the strangers'
 * share only. Throws 429 without comparing; `isWelcome` refuses a right password.
 */
export async function tryPassword(
  deps: AttemptDeps,
  account: Account,
  password: string,
  asker: Asker,
  onRefusal: () => Promise<void>,
  isAllowedHere: () => boolean = () => true,
): Promise<PasswordAttempt> {
  const { db, secret } = deps;
  const scale = deps.config.RATE_LIMIT_SCALE;
  const origin = toOrigin(secret, asker);
  const { address, pair, strangers, device, network, decoy } = countsOf(deps, account, asker, origin);
  const { isDeviceKnown } = account;
  const compare = async (
    taken: readonly Limit[],
    hash = account.passwordHash,
    refusal: ApiError | null = null,
  ): Promise<PasswordAttempt> => {
    const keys = taken.map(({ key }) => key);
    try {
      const lane = isDeviceKnown ? 'proven' : 'anybody';
      const matches = await verifyPassword(password, hash, lane, account.earlierCost);
      if (!matches || !isAllowedHere()) return { matches: false, refusal };
    } catch (error) {
      await refundLimits(db, keys);
      throw error;
    }
    await refundLimits(db, keys, [pair.key]);
    return { matches: true, refusal };
  };
  const take = async (limits: readonly Limit[]) => (await tryLimits(db, limits, scale)).secondsLeft;

  async function attempt(): Promise<PasswordAttempt> {
    // The call's time limit has passed, so the caller already has an answer.
    requireTime();
    const asked = [address, pair];
    const first = await tryLimits(db, [...asked, ...strangers], scale, asked.length);
    if (first.secondsLeft === null) return compare([...asked, ...strangers]);
    const isAddressOpen = first.usedUp >= asked.length;
    const own = isAddressOpen ? asked : [];
    if (isDeviceKnown && (await take(device)) === null) return compare([...own, ...device]);
    if (!isAddressOpen) {
      await onRefusal();
      throw refuse(first.secondsLeft);
    }

    const { isNetworkKnown, isKnownToAnyAccount } = await readOriginKnowledge(db, account.id, origin);
    if (!isKnownToAnyAccount) {
      await onRefusal();
      throw refuse(first.secondsLeft);
    }
    // Answers alike if the account is unknown on this network, so that neighbours learn nothing (docs/security.md P11).
    const share = isNetworkKnown ? network : decoy;
    const isCompared = (await take(share)) === null && isNetworkKnown;
    return compare([...own, ...share], isCompared ? account.passwordHash : null, refuse(first.secondsLeft));
  }

  // Known browsers queue separately, so that a flood from their network does not delay them.
  return attemptQueue.take(`${isDeviceKnown ? 'known ' : ''}${limitKeyOf(asker.address)}`, attempt);
}

function refuse(secondsLeft: number): ApiError {
  return tooManyRequests(secondsLeft, WAY_OUT);
}

export async function clearPasswordFailures(
  deps: AttemptDeps,
  user: { id: string; email: string },
  originHashes: readonly string[],
  asker: Asker,
): Promise<void> {
  const origin = toOrigin(deps.secret, asker);
  const { pair, strangers } = countsOf(deps, user, asker, origin);
  const account = deps.secret.sign('login', user.email);
  const hashes = new Set([...originHashes, origin.network, origin.device ?? origin.network]);
  const keys = [pair.key, ...strangers.slice(0, 1).map(({ key }) => key)];
  await clearLimits(deps.db, [...keys, ...[...hashes].toSorted().map((hash) => toOriginKey(account, hash))]);
}

/**
 * Checks the actor's own password, throttled like sign-in. Returns the compared hash for a second check in the write's
 * transaction. Throws PASSWORD_WRONG or 429.
 */
export async function proveOwnPassword(
  deps: AttemptDeps,
  actor: Actor,
  password: string,
  requestInfo: RequestInfo,
): Promise<string> {
  const found = await findAccount(deps, sql`u.id = ${actor.id}`, requestInfo);
  if (found.id === null) throw new ApiError(ERRORS.TOKEN_INVALID);
  const failed = { actorId: actor.id, targetUserId: actor.id, requestInfo };
  const attempt = await tryPassword(deps, found, password, requestInfo, () =>
    recordFailure(deps.db, { ...failed, action: 'PASSWORD_CHECK_LOCKED' }),
  );
  if (!attempt.matches) {
    await recordFailure(deps.db, { ...failed, action: 'PASSWORD_CHECK_FAILED' });
    throw new ApiError(OWN_ACCOUNT_ERRORS.PASSWORD_WRONG);
  }
  return found.passwordHash;
}
