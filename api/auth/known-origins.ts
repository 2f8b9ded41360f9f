import { eq, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { isOneOf } from '../db/listing.ts';
import { knownOrigins } from '../db/schema/accounts.ts';
import { limitKeyOf } from '../http/client-address.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { hashToken, type SecretKey } from '../process/secrets.ts';

/** A provider gives an address to somebody else after a while; a browser keeps its secret until it is cleared. */
const DAYS_KNOWN = { NETWORK: 30, DEVICE: 180 };
/** Of each kind an account keeps the ones last used. */
const KNOWN_MAX = 10;

/** Where a request came from, as it is stored: the network address under the server's key, for it can be guessed. */
export interface Origin {
  /** IPv4 whole, IPv6 by its /64. */
  network: string;
  /** The same, by every key of the server. */
  networks: string[];
  /** Null where the client sends no secret of its own. */
  device: string | null;
}

type Sender = Pick<RequestInfo, 'address' | 'deviceToken'>;

/** Where a request came from, under the server's keys. */
export function toOrigin(secret: SecretKey, { address, deviceToken }: Sender): Origin {
  const place = limitKeyOf(address);
  return {
    network: secret.sign('network', place),
    networks: secret.signatures('network', place),
    device: deviceToken === null ? null : hashToken(deviceToken),
  };
}

export interface Knownness {
  isDeviceKnown: boolean;
  isNetworkKnown: boolean;
  /** Somebody signed in from this network, whoever it was. */
  isSomebodysNetwork: boolean;
}

/** What an account knows of an origin; an account that does not exist knows none. */
export async function findKnownness(
  db: Database,
  userId: string | null,
  { networks, device }: Origin,
): Promise<Knownness> {
  const isHere = sql`kind = 'NETWORK' and ${isOneOf(knownOrigins.originHash, networks)}`;
  const isFresh = sql`last_used_at > now() - make_interval(days => case kind
    when 'NETWORK' then ${DAYS_KNOWN.NETWORK}::int else ${DAYS_KNOWN.DEVICE}::int end)`;
  const [row] = await queryRows<{ device: boolean; network: boolean; anybody: boolean }>(
    db,
    sql`
      select exists (select 1 from known_origins
          where user_id = ${userId} and kind = 'DEVICE' and origin_hash = ${device} and ${isFresh}) as device,
        exists (select 1 from known_origins
          where user_id = ${userId} and ${isHere} and ${isFresh}) as network,
        exists (select 1 from known_origins
          where ${isHere} and ${isFresh}) as anybody`,
  );
  return {
    isDeviceKnown: row?.device === true,
    isNetworkKnown: row?.network === true,
    isSomebodysNetwork: row?.anybody === true,
  };
}

/**
 * Makes an origin known for an account whose password, or mailed code, was right. Call it in the transaction that says
 * so.
 */
export async function rememberOrigin(
  tx: Database,
  secret: SecretKey,
  userId: string,
  sender: Sender,
): Promise<void> {
  const { network, device } = toOrigin(secret, sender);
  const rows = [{ userId, kind: 'NETWORK', originHash: network }];
  if (device !== null) rows.push({ userId, kind: 'DEVICE', originHash: device });
  const remembered = tx
    .insert(knownOrigins)
    .values(rows)
    .onConflictDoUpdate({
      target: [knownOrigins.userId, knownOrigins.kind, knownOrigins.originHash],
      set: { lastUsedAt: sql`now()` },
    })
    .execute();
  const trimmed = queryRows(
    tx,
    sql`
    delete from known_origins k using (
      select kind, origin_hash, row_number() over (partition by kind order by last_used_at desc, origin_hash) as place
      from known_origins where user_id = ${userId}
    ) ranked
    where k.user_id = ${userId} and k.kind = ranked.kind and k.origin_hash = ranked.origin_hash
      and ranked.place > ${KNOWN_MAX}`,
  );
  // Sent in one go; a transaction runs them one after the other.
  await Promise.all([remembered, trimmed]);
}

/** Makes every origin of an account unknown; answers their hashes. */
export async function forgetOrigins(tx: Database, userId: string): Promise<string[]> {
  const rows = await tx
    .delete(knownOrigins)
    .where(eq(knownOrigins.userId, userId))
    .returning({ originHash: knownOrigins.originHash });
  return rows.map(({ originHash }) => originHash);
}

/** Removes origins that are known no longer. */
export async function sweepKnownOrigins(db: Database): Promise<void> {
  await db.execute(sql`
    delete from known_origins where last_used_at < now() - make_interval(days => ${DAYS_KNOWN.DEVICE}::int)
      or kind = 'NETWORK' and last_used_at < now() - make_interval(days => ${DAYS_KNOWN.NETWORK}::int)`);
}
