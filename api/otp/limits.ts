import { limitKeyOf } from '../http/client-address.ts';
import { takeLimit } from '../http/limits.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import type { CodeKind } from './codes.ts';

/** At most 5 codes an hour and 10 a day for an address: 50 guesses a day at most (docs/security.md P7). */
const CODES_PER_HOUR = { max: 5, windowSeconds: 3600 };
const CODES_PER_DAY = { max: 10, windowSeconds: 86_400 };
const SENDS_PER_ADDRESS = { max: 400, windowSeconds: 3600 };
const CHECKS_PER_ADDRESS = { max: 600, windowSeconds: 900 };

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

/** Takes from the limit on checking codes from one address. Throws 429. */
export async function limitCheck({ db, config }: Deps, requestInfo: RequestInfo) {
  const key = `code-check:${limitKeyOf(requestInfo.address)}`;
  await takeLimit(db, { key, ...CHECKS_PER_ADDRESS }, config.RATE_LIMIT_SCALE);
}
