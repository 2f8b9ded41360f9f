import { addToLimit, tooManyRequests } from '../http/limits.ts';
import type { Deps } from '../http/router.ts';

export const MAIL_DAY_KEY = 'mail-day:all';
const DAY_SECONDS = 86_400;

/** Throws TOO_MANY_REQUESTS. */
export async function requireMailLeft({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const { count, seconds } = await addToLimit(db, MAIL_DAY_KEY, 0, DAY_SECONDS);
  if (count >= config.MAIL_DAILY_LIMIT) throw tooManyRequests(seconds);
}

export async function countCodeMail({ db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>): Promise<void> {
  const max = config.MAIL_DAILY_LIMIT;
  const { count } = await addToLimit(db, MAIL_DAY_KEY, 1, DAY_SECONDS);
  if (max - count === Math.floor(max / 5)) {
    log.warn('mail_limit_near', { sent: count, MAIL_DAILY_LIMIT: max });
  }
}
