import { type SQL, sql } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import { userJson, userSource } from '../accounts/presenter.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { knowsDevice, knowsNetwork, toOrigin } from './known-origins.ts';

/** An account locked for sign-in, so that what decides about it cannot change. */
export interface Entrant {
  status: string;
  closedAt: string | null;
  passwordHash: string;
  user: User;
  isDeviceKnown: boolean;
  isNetworkKnown: boolean;
}

/**
 * Statements that lock an account, then read it and what it knows of the origin, for `toEntrant`. The second statement
 * sees what the previous holder wrote.
 */
export function holdEntrant(
  { secret }: Pick<Deps, 'secret'>,
  id: string,
  requestInfo: RequestInfo,
  strength: 'share' | 'no key update' = 'share',
): SQL[] {
  const origin = toOrigin(secret, requestInfo);
  return [
    sql`select 1 from users where id = ${id} for ${sql.raw(strength)}`,
    sql`
      select u.status, u.closed_at as "closedAt", u.password_hash as "passwordHash", ${userJson} as "user",
        ${knowsDevice(sql`u.id`, origin)} as "isDeviceKnown", ${knowsNetwork(sql`u.id`, origin)} as "isNetworkKnown"
      from ${userSource} where u.id = ${id}`,
  ];
}

/** Undefined for a deleted account. */
export const toEntrant = ([, rows]: unknown[][]) => rows?.[0] as Entrant | undefined;
