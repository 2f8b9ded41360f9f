import { limitKeyOf } from '../http/client-address.ts';
import { KEPT, takeLimit, tooManyRequests, tryLimits } from '../http/limits.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import type { CodeKind } from './codes.ts';

/** At most 5 codes an hour and 10 a day for a mailbox (docs/security.md P7). */
const CODES_PER_HOUR = { max: 5, windowSeconds: 3600 };
const CODES_PER_DAY = { max: 10, windowSeconds: 86_400 };
/**
 * A reset code can be asked for by anybody, so strangers get a part of these, and the rest waits for whoever shows that
 * they signed in before or read the mailbox.
 */
const STRANGERS_PER_HOUR = { max: 3, windowSeconds: 3600 };
const STRANGERS_PER_DAY = { max: 6, windowSeconds: 86_400 };
const PROVEN_PER_HOUR = { max: 2, windowSeconds: 3600 };
const PROVEN_PER_DAY = { max: 4, windowSeconds: 86_400 };
/** For five hundred people who begin behind one campus address: three codes each in an hour, two tries each at once. */
const SENDS_PER_ADDRESS = { max: 1500, windowSeconds: 3600 };
const CHECKS_PER_ADDRESS = { max: 1200, windowSeconds: 900 };

/**
 * Takes from the limits on sending a code. Besides the mailbox it goes to, an account that may choose the mailbox is
 * named as `asker`, so that neither is flooded. Throws 429.
 */
export async function limitSend(
  { db, config, secret }: Deps,
  kind: CodeKind,
  email: string,
  requestInfo: RequestInfo,
  asker?: string,
) {
  const scale = config.RATE_LIMIT_SCALE;
  await takeLimit(db, { key: `code-send:${limitKeyOf(requestInfo.address)}`, ...SENDS_PER_ADDRESS }, scale);
  for (const subject of asker === undefined ? [email] : [email, asker]) {
    const account = secret.sign(`code-send:${kind}`, subject);
    await takeLimit(db, { key: `code-hour:${account}`, ...CODES_PER_HOUR }, scale);
    await takeLimit(db, { key: `code-day:${account}`, ...CODES_PER_DAY }, scale);
  }
}

/** The way out where strangers have asked for all the codes that strangers may ask for. */
const ASK_FROM_MAIL =
  'Too many codes were asked for. The link in an earlier message with a code asks for another one, and so does a browser where you signed in before.';

/**
 * Takes from the limits on sending a reset code. `isProven` is true for a browser known for the account and for whoever
 * has the key of an earlier message, `userId` null where there is no account. Throws 429.
 */
export async function limitResetSend(
  { db, config, secret }: Deps,
  email: string,
  requestInfo: RequestInfo,
  { userId, isProven }: { userId: string | null; isProven: boolean },
) {
  const scale = config.RATE_LIMIT_SCALE;
  await takeLimit(db, { key: `code-send:${limitKeyOf(requestInfo.address)}`, ...SENDS_PER_ADDRESS }, scale);
  const kept = userId === null ? '' : KEPT;
  const mailbox = secret.sign('code-send:PASSWORD_RESET', email);
  const { secondsLeft } = await tryLimits(
    db,
    [
      { key: `${kept}code-hour:${mailbox}`, ...STRANGERS_PER_HOUR },
      { key: `${kept}code-day:${mailbox}`, ...STRANGERS_PER_DAY },
    ],
    scale,
  );
  if (secondsLeft === null) return;
  if (!isProven) throw tooManyRequests(secondsLeft, ASK_FROM_MAIL);
  await takeLimit(db, { key: `${KEPT}code-proven-hour:${mailbox}`, ...PROVEN_PER_HOUR }, scale);
  await takeLimit(db, { key: `${KEPT}code-proven-day:${mailbox}`, ...PROVEN_PER_DAY }, scale);
}

/** Takes from the limit on checking codes from one address. Throws 429. */
export async function limitCheck({ db, config }: Deps, requestInfo: RequestInfo) {
  const key = `code-check:${limitKeyOf(requestInfo.address)}`;
  await takeLimit(db, { key, ...CHECKS_PER_ADDRESS }, config.RATE_LIMIT_SCALE);
}
