import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { ENTRIES_DIGEST, sealDigest } from './digest.ts';
import type { SealHead } from './seal.ts';

export interface AuditCheck {
  seals: number;
  entries: number;
  waiting: number;
  head: SealHead | null;
  problems: string[];
}

const BATCH = 200;
const NAMED_MAX = 20;

/** Needs a repeatable read transaction. Without `kept`, an earlier head, deleted newest seals go unnoticed. */
export async function verifyAuditLog(tx: Database, kept?: SealHead): Promise<AuditCheck> {
  const { head, seals, problems } = await followChain(tx, kept);
  problems.push(
    ...(await findDoubles(tx)),
    ...(await findUnsealedLateEntries(tx)),
    ...(await findBlanked(tx)),
  );
  const [counts] = await queryRows<{ entries: number; waiting: number }>(
    tx,
    sql`select count(*)::int as entries,
        (count(*) filter (where ${IS_UNSEALED} and created_at >= ${OPEN_FROM}))::int as waiting
      from audit_log a`,
  );
  return { seals, entries: counts?.entries ?? 0, waiting: counts?.waiting ?? 0, head, problems };
}

interface CheckedSeal extends SealHead {
  previous: string;
  expected: string;
  range: string;
  missing: string;
  is_dated: boolean;
}

async function followChain(tx: Database, kept: SealHead | undefined) {
  const problems: string[] = [];
  let head: SealHead | null = null;
  let seals = 0;
  let isKeptSeen = kept === undefined;
  for (;;) {
    const rows: CheckedSeal[] = await queryRows<CheckedSeal>(tx, checkSeals(head?.number ?? 0));
    for (const { number, digest, previous, expected, range, missing, is_dated } of rows) {
      const next: number = (head?.number ?? 0) + 1;
      const name = `Seal ${number} (entries ${range})`;
      if (number !== next) {
        problems.push(
          `${number - next === 1 ? `Seal ${next} is` : `Seals ${next} to ${number - 1} are`} missing.`,
        );
      } else if (previous !== (head?.digest ?? '')) {
        problems.push(`${name} does not follow the seal before it.`);
      }
      if (missing) problems.push(`${name}: entries ${missing} are missing.`);
      else if (expected !== digest || !is_dated) {
        problems.push(`${name}: an entry, or the seal itself, was changed.`);
      }
      if (kept && number === kept.number) {
        isKeptSeen = true;
        if (digest !== kept.digest) problems.push(`${name} is not the one that was kept as head.`);
      }
      head = { number, digest };
      seals += 1;
    }
    if (rows.length < BATCH) break;
  }
  if (!isKeptSeen) problems.push(`Seal ${kept?.number}, which was kept as head, is missing.`);
  return { head, seals, problems };
}

const checkSeals = (after: number): SQL => sql`
  select s.number::float8 as number, s.digest, s.previous, ${sealDigest(sql`held.digest`)} as expected,
    replace(replace(trim(both '{}' from s.ids::text), '[', ''), ')', '') as range,
    coalesce((select string_agg(id::text, ', ') from (
      select id from unnest(s.ids) r, generate_series(lower(r), upper(r) - 1) id
      where held.entries < s.entries and not exists (select 1 from audit_log a where a.id = id.id)
      limit ${NAMED_MAX}) gone), '') as missing,
    s.open_from <= s.sealed_at and s.sealed_at <= now() + interval '1 day' as is_dated
  from (select * from audit_seals where number > ${after} order by number limit ${BATCH}) s,
    lateral (select count(*)::int as entries, ${ENTRIES_DIGEST} as digest
      from unnest(s.ids) r join audit_log a on a.id >= lower(r) and a.id < upper(r)) held
  order by s.number`;

const SEALED = sql`(select coalesce(range_agg(r), '{}') from audit_seals, unnest(ids) r)`;
const IS_UNSEALED = sql`not a.id <@ ${SEALED}`;
const OPEN_FROM = sql`(select coalesce(max(open_from), 'epoch') from audit_seals)`;

async function findDoubles(tx: Database): Promise<string[]> {
  const [row] = await queryRows<{ sum: string; held: string }>(
    tx,
    sql`select coalesce(sum(entries), 0)::text as sum,
      (select coalesce(sum(upper(r) - lower(r)), 0)::text from unnest(${SEALED}) r) as held from audit_seals`,
  );
  return row?.sum === row?.held ? [] : ['Seals hold an entry twice, or count other entries than they name.'];
}

async function findUnsealedLateEntries(tx: Database): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select a.id::text as id from audit_log a where ${IS_UNSEALED} and a.created_at < ${OPEN_FROM}
      order by a.id limit ${NAMED_MAX}`,
  );
  return rows.map(({ id }) => `Entry ${id} was put in behind the seals.`);
}

// Erasure only blanks entries of deleted accounts, so a blanked entry of an existing account was tampered with.
async function findBlanked(tx: Database): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select a.id::text as id from audit_log a where
        (a.words_digest is not null and exists (select 1 from users u where u.id = a.target_user_id))
        or (a.address_digest is not null and exists (
          select 1 from users u where u.id = coalesce(a.actor_id, a.target_user_id)))
      order by a.id limit ${NAMED_MAX}`,
  );
  return rows.map(({ id }) => `Entry ${id} was blanked, though the account is there.`);
}
