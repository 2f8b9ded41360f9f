import { OTP_ATTEMPTS_MAX, OTP_LIFETIME_MINUTES } from '#contract/constants.ts';
import { findKnownness, toOrigin } from '../auth/known-origins.ts';
import { KEPT, type Limit, refundLimits, tryLimits } from '../http/limits.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { type CodeCheck, checkCode, type GuessedElsewhere } from './codes.ts';

/**
 * A mailbox gets at most ten codes a day (limits.ts), and whoever asked for one has five guesses of it: 50. Together
 * with these 45 at most 95 guesses a day are compared, each right once in a million times: a hit stays under one in
 * 10,000 a day. The figures do not scale with RATE_LIMIT_SCALE: they are what a code of six digits is worth.
 */
const STRANGERS = { max: 30, windowSeconds: 86_400 };
const KNOWN = { max: 15, windowSeconds: 86_400 };
/** Five of one code for each network that did not ask for it. */
const PER_NETWORK = { max: OTP_ATTEMPTS_MAX, windowSeconds: OTP_LIFETIME_MINUTES * 60 };
const UNSCALED = 1;

/**
 * Checks a reset code. Guesses count by where they come from: those of whoever asked for the code, of strangers, and of
 * browsers and networks known for the account use up nothing of each other (docs/decisions/0037).
 */
export function checkResetCode(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { email, code }: { email: string; code: string },
  requestInfo: Pick<RequestInfo, 'address' | 'deviceToken'>,
): Promise<CodeCheck> {
  const origin = toOrigin(secret, requestInfo);
  const mailbox = secret.sign('code-guess', email);
  const take = (limit: Limit) => tryLimits(db, [limit], UNSCALED);
  const giveBack = (limits: Limit[]) => () =>
    refundLimits(
      db,
      limits.map(({ key }) => key),
    );

  async function checkElsewhere({ codeHash, userId, compare }: GuessedElsewhere): Promise<CodeCheck> {
    const perNetwork = {
      key: `code-network:${codeHash.slice(0, 32)}:${origin.network.slice(0, 32)}`,
      ...PER_NETWORK,
    };
    const own = await take(perNetwork);
    if (own.secondsLeft !== null) return { outcome: 'spent' };
    const kept = userId === null ? '' : KEPT;
    const strangers = { key: `${kept}code-strangers:${mailbox}`, ...STRANGERS };
    if ((await take(strangers)).secondsLeft === null) {
      return compare(own.left, giveBack([perNetwork, strangers]));
    }
    const { isDeviceKnown, isNetworkKnown } = await findKnownness(db, userId, origin);
    const share = isDeviceKnown || isNetworkKnown ? `${KEPT}code-known` : 'code-decoy';
    const known = { key: `${share}:${mailbox}`, ...KNOWN };
    const isFree = (await take(known)).secondsLeft === null;
    if (!isFree || !(isDeviceKnown || isNetworkKnown)) return { outcome: 'spent' };
    const check = compare(own.left, giveBack([perNetwork, known]));
    // A neighbour of the owner must not see that this account, and no other, is known here (docs/security.md P11).
    return check.outcome === 'wrong' && !isDeviceKnown ? { outcome: 'spent' } : check;
  }

  const origins = origin.device === null ? origin.networks : [...origin.networks, origin.device];
  return checkCode(
    db,
    secret,
    { kind: 'PASSWORD_RESET', email, code },
    { origins, elsewhere: checkElsewhere },
  );
}
