import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { knownOrigins } from '../../platform/db/schema/accounts.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { hashToken, type SecretKey } from '../../platform/process/secrets.ts';

// Providers reassign network addresses; a browser keeps its secret until it is cleared.
const DAYS_KNOWN = { NETWORK: 30, DEVICE: 180 };
const KNOWN_MAX = 10;

/** The network address is guessable, so it is hashed with the server's key. */
export interface Origin {
  network: string;
  /** The network signed with every server key, for lookups. */
  networks: string[];
  device: string | null;
}

type Sender = Pick<RequestInfo, 'address' | 'deviceToken'>;

export function toOrigin(secret: SecretKey, { address, deviceToken }: Sender): Origin {
  const place = limitKeyOf(address);
  return {
    network: secret.sign('network', place),
    networks: secret.signatures('network', place),
    device: deviceToken === null ? null : hashToken(deviceToken),
  };
}

export interface OriginKnowledge {
  isDeviceKnown: boolean;
  isNetworkKnown: boolean;
  /** Any account signed in from this network before. */
  isKnownToAnyAccount: boolean;
}

const isOneKnown = (kind: keyof typeof DAYS_KNOWN, hashes: readonly string[]): SQL =>
  sql`kind = '${sql.raw(kind)}' and origin_hash in ${hashes}
    and last_used_at > now() - interval '${sql.raw(String(DAYS_KNOWN[kind]))} days'`;

export const knowsDevice = (userId: SQL, { device }: Origin): SQL<boolean> =>
  device === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from known_origins where user_id = ${userId} and ${isOneKnown('DEVICE', [device])})`;

export const knowsNetwork = (userId: SQL, { networks }: Origin): SQL<boolean> =>
  sql<boolean>`exists (select 1 from known_origins where user_id = ${userId} and ${isOneKnown('NETWORK', networks)})`;

export async function readOriginKnowledge(
  db: Database,
  userId: string | null,
  origin: Origin,
): Promise<OriginKnowledge> {
  const id = sql`${userId}`;
  const [row] = await queryRows<{ device: boolean; network: boolean; anybody: boolean }>(
    db,
    sql`
      select ${knowsDevice(id, origin)} as device, ${knowsNetwork(id, origin)} as network,
        exists (select 1 from known_origins where ${isOneKnown('NETWORK', origin.networks)}) as anybody`,
  );
  return {
    isDeviceKnown: row?.device === true,
    isNetworkKnown: row?.network === true,
    isKnownToAnyAccount: row?.anybody === true,
  };
}

export interface RememberedOrigin {
  is_new: boolean;
}

export function toOriginUpsert(userId: string, { network, device }: Origin): SQL {
  const ofDevice = device === null ? sql`` : sql`, (${userId}, 'DEVICE', ${device})`;
  return sql`
    insert into known_origins (user_id, kind, origin_hash) values (${userId}, 'NETWORK', ${network})${ofDevice}
    on conflict (user_id, kind, origin_hash) do update set last_used_at = now() returning xmax = 0 as is_new`;
}

/** Makes an origin known. Call it in the transaction that checked the password or mailed code. */
export async function rememberOrigin(
  tx: Database,
  secret: SecretKey,
  userId: string,
  sender: Sender,
): Promise<void> {
  const upsert = toOriginUpsert(userId, toOrigin(secret, sender));
  await trimWhereNew(tx, userId, await queryRows<RememberedOrigin>(tx, upsert));
}

export async function trimWhereNew(
  tx: Database,
  userId: string,
  remembered: readonly RememberedOrigin[],
): Promise<void> {
  if (!remembered.some((origin) => origin.is_new)) return;
  await tx.execute(sql`
    delete from known_origins k using (
      select kind, origin_hash, row_number() over (partition by kind order by last_used_at desc, origin_hash) as place
      from known_origins where user_id = ${userId}
    ) ranked
    where k.user_id = ${userId} and k.kind = ranked.kind and k.origin_hash = ranked.origin_hash
      and ranked.place > ${KNOWN_MAX}`);
}

export async function forgetOrigins(tx: Database, userId: string): Promise<string[]> {
  const rows = await tx
    .delete(knownOrigins)
    .where(eq(knownOrigins.userId, userId))
    .returning({ originHash: knownOrigins.originHash });
  return rows.map(({ originHash }) => originHash);
}

export async function sweepKnownOrigins(db: Database): Promise<void> {
  await db.execute(sql`
    delete from known_origins where last_used_at < now() - make_interval(days => ${DAYS_KNOWN.DEVICE}::int)
      or kind = 'NETWORK' and last_used_at < now() - make_interval(days => ${DAYS_KNOWN.NETWORK}::int)`);
}
