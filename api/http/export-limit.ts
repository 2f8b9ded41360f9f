import { takeLimit } from './limits.ts';
import type { Deps } from './router.ts';

/** Files an account may take in the time: more than a person needs, too few to keep the database busy. */
const EXPORTS_MAX = 40;
const EXPORTS_SECONDS = 600;

/** Counts one export of an account. Throws TOO_MANY_REQUESTS. */
export async function takeExport({ db, config }: Pick<Deps, 'db' | 'config'>, userId: string): Promise<void> {
  await takeLimit(
    db,
    { key: `export:${userId}`, max: EXPORTS_MAX, windowSeconds: EXPORTS_SECONDS },
    config.RATE_LIMIT_SCALE,
  );
}
