import { type SQL, sql } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import { userJson, userSource } from '../accounts/presenter.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { knowsDevice, knowsNetwork, toOrigin } from './known-origins.ts';

/** An account that is held, as it is entered: what decides whether it may be is no other until the transaction ends. */
export interface Entrant {
  status: string;
  closedAt: string | null;
  passwordHash: string;
  user: User;
  isDeviceKnown: boolean;
  isNetworkKnown: boolean;
}

/**
 * The opening of a transaction that enters an account, for `toEntrant`. It locks the account, and reads it and what it knows
 * of the origin by a statement of its own, which sees what whoever held it before has written. Who is going to write to it
 * says so.
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

/** What the statements of `holdEntrant` found; undefined where the account is gone. */
export const toEntrant = ([, rows]: unknown[][]) => rows?.[0] as Entrant | undefined;
