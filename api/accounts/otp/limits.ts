import { limitKeyOf } from '../../platform/http/client-address.ts';
import { takeLimit } from '../../platform/http/limits.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { countCodeMail, requireMailLeft } from '../../platform/mail/daily-limit.ts';
import type { CodeKind } from './codes.ts';

// Per mailbox (docs/security.md P7).
const CODES_PER_HOUR = { max: 5, windowSeconds: 3600 };
const CODES_PER_DAY = { max: 10, windowSeconds: 86_400 };
// Five hundred people behind one campus address: three codes each an hour, two tries each at once.
const SENDS_PER_ADDRESS = { max: 1500, windowSeconds: 3600 };
const CHECKS_PER_ADDRESS = { max: 1200, windowSeconds: 900 };

/** Counts against the mailbox and `asker`, an account that may choose any mailbox. Throws 429. */
export async function limitSend(
  deps: Deps,
  kind: CodeKind,
  email: string,
  requestInfo: RequestInfo,
  asker?: string,
) {
  const { db, config, secret } = deps;
  const scale = config.RATE_LIMIT_SCALE;
  await takeLimit(db, { key: `code-send:${limitKeyOf(requestInfo.address)}`, ...SENDS_PER_ADDRESS }, scale);
  // Ten reset codes of five guesses a day is the most that six digits allow, whatever the scale.
  const dayScaleMax = kind === 'PASSWORD_RESET' ? 1 : Number.POSITIVE_INFINITY;
  for (const subject of asker === undefined ? [email] : [email, asker]) {
    const account = secret.sign(`code-send:${kind}`, subject);
    await takeLimit(db, { key: `code-hour:${account}`, ...CODES_PER_HOUR }, scale);
    await takeLimit(db, { key: `code-day:${account}`, ...CODES_PER_DAY }, Math.min(scale, dayScaleMax));
  }
  await requireMailLeft(deps);
  // Most reset requests may match no account, so the mail worker counts the ones that become mail.
  if (kind !== 'PASSWORD_RESET') await countCodeMail(deps);
}

export async function limitCheck({ db, config }: Deps, requestInfo: RequestInfo) {
  const key = `code-check:${limitKeyOf(requestInfo.address)}`;
  await takeLimit(db, { key, ...CHECKS_PER_ADDRESS }, config.RATE_LIMIT_SCALE);
}
