import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS, type Database, inTransaction, queryRows } from '../db/client.ts';
import { ENTRIES_DIGEST, sealDigest } from './digest.ts';

const BATCH = 5000;

export interface SealHead {
  number: number;
  digest: string;
}

export interface ChainAge {
  /** Seconds since the last seal; null before the first. */
  sealedAgo: number | null;
  /** Seconds that the oldest unsealed entry has waited; null if none. */
  waitingFor: number | null;
}

export async function readChainAge(db: Database): Promise<ChainAge> {
  const [row] = await queryRows<{ sealed_ago: string | null; waiting_for: string | null }>(
    db,
    sql`
      with last as (select open_from, sealed_at from audit_seals order by number desc limit 1),
        known as (
          select coalesce(range_agg(r), '{}') as ids from audit_seals, unnest(ids) r
          where sealed_at > (select open_from from last) - interval '1 hour'
        )
      select (select extract(epoch from now() - sealed_at) from last) as sealed_ago,
        (select extract(epoch from now() - min(a.created_at)) from audit_log a
          where a.created_at >= coalesce((select open_from from last), 'epoch')
            and not a.id <@ (select ids from known)) as waiting_for`,
  );
  const toSeconds = (text: string | null | undefined) => (text == null ? null : Number(text));
  return { sealedAgo: toSeconds(row?.sealed_ago), waitingFor: toSeconds(row?.waiting_for) };
}

/**
 * Blocks sealing until this transaction ends; call it first. Entries carry the start of their transaction, and a seal
 * looks back only an hour.
 */
export async function holdSeals(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.seals})`);
}

/**
 * Seals up to 5,000 entries; null if nothing waits or the lock is taken. Ids do not follow commit order, so a seal
 * lists its ids and a late commit goes into a later seal.
 */
export async function sealAuditLog(db: Database): Promise<(SealHead & { entries: number }) | null> {
  return inTransaction(db, async (tx) => {
    const [turn] = await queryRows<{ is_mine: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.seals}) as is_mine`,
    );
    if (!turn?.is_mine) return null;
    const [sealed] = await queryRows<SealHead & { entries: number }>(
      tx,
      sql`
        with last as (
          select coalesce(max(number), 0) as number, coalesce(max(open_from), 'epoch') as open_from,
            coalesce((array_agg(digest order by number desc))[1], '') as digest
          from (select * from audit_seals order by number desc limit 1) newest
        ),
        known as (
          -- An hour more, because clocks of transactions and of seals are read one after the other.
          select coalesce(range_agg(r), '{}') as ids from audit_seals, unnest(ids) r
          where sealed_at > (select open_from from last) - interval '1 hour'
        ),
        waiting as materialized (
          select a.* from audit_log a
          where a.created_at >= (select open_from from last) and not a.id <@ (select ids from known)
          order by a.id limit ${BATCH}
        ),
        sum as (select count(*)::int as entries, range_agg(int8range(a.id, a.id, '[]')) as ids,
          ${ENTRIES_DIGEST} as digest from waiting a),
        seal as (
          select last.number + 1 as number, sum.ids, sum.entries, last.digest as previous,
            case when sum.entries < ${BATCH}
              then greatest(last.open_from, date_trunc('milliseconds', now() - interval '1 hour'))
              else last.open_from end as open_from,
            date_trunc('milliseconds', clock_timestamp()) as sealed_at, sum.digest as entries_digest
          from last, sum where sum.entries > 0
        )
        insert into audit_seals (number, ids, entries, previous, digest, open_from, sealed_at)
        select number, ids, entries, previous, ${sealDigest(sql`s.entries_digest`)}, open_from, sealed_at from seal s
        returning number::float8 as number, digest, entries`,
    );
    return sealed ?? null;
  });
}

export async function sealWaiting(
  db: Database,
  onSeal: (sealed: SealHead & { entries: number }) => void = () => {},
): Promise<void> {
  for (;;) {
    const sealed = await sealAuditLog(db);
    if (!sealed) return;
    onSeal(sealed);
    if (sealed.entries < BATCH) return;
  }
}
