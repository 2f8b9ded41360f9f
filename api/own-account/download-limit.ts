import { DATA_DOWNLOADS_PER_HOUR } from '#contract/own-account.ts';
import type { Actor } from '../access/actor.ts';
import { takeLimit } from '../http/limits.ts';
import type { Deps } from '../http/router.ts';

/**
 * Takes from the account's own limit on the file of everything held about it: it reads every table, and whoever got
 * hold of a session shall not fetch it over and over. Throws 429.
 */
export async function limitDownload({ db, config, secret }: Deps, { id }: Actor): Promise<void> {
  const key = `own-data:${secret.sign('own-data', id)}`;
  await takeLimit(db, { key, max: DATA_DOWNLOADS_PER_HOUR, windowSeconds: 3600 }, config.RATE_LIMIT_SCALE);
}
