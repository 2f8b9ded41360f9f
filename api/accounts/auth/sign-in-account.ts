import { type SQL, sql } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { presentUser, type UserRow, userRow } from '../presenter.ts';
import { knowsDevice, knowsNetwork, toOrigin } from './known-origins.ts';

export interface SignInAccount {
  status: string;
  closedAt: string | null;
  passwordHash: string;
  user: User;
  isDeviceKnown: boolean;
  isNetworkKnown: boolean;
}

/**
 * Statements that lock an account and then read it, for `toSignInAccount`. Reading in a second statement sees what the
 * previous lock holder wrote.
 */
export function lockForSignIn(
  { secret }: Pick<Deps, 'secret'>,
  id: string,
  requestInfo: RequestInfo,
  strength: 'share' | 'no key update' = 'share',
): SQL[] {
  const origin = toOrigin(secret, requestInfo);
  return [
    sql`select 1 from users where id = ${id} for ${sql.raw(strength)}`,
    sql`
      select users.status, users.closed_at as "closedAt", users.password_hash as "passwordHash", ${userRow} as "user",
        ${knowsDevice(sql`users.id`, origin)} as "isDeviceKnown",
        ${knowsNetwork(sql`users.id`, origin)} as "isNetworkKnown"
      from users where users.id = ${id}`,
  ];
}

export function toSignInAccount([, rows]: unknown[][]): SignInAccount | undefined {
  const found = rows?.[0] as (Omit<SignInAccount, 'user'> & { user: UserRow }) | undefined;
  return found && { ...found, user: presentUser(found.user) };
}
