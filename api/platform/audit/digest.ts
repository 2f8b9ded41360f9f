import { type SQL, sql } from 'drizzle-orm';

// Length prefixes keep two different lists from concatenating to the same text.
function framed(...values: SQL[]): SQL {
  const frames = values.map((value) => sql`coalesce(octet_length(${value})::text || ':' || ${value}, '-')`);
  return sql.join(frames, sql` || `);
}

const sha256 = (text: SQL) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const milliseconds = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::bigint::text`;

// Stored digests keep it valid after erasure. Inlined, because the database owner could change a function.
const ENTRY_DIGEST = sha256(
  framed(
    sql`a.id::text`,
    sql`a.actor_id`,
    sql`a.target_user_id`,
    sql`a.action`,
    sql`a.evidence`,
    sql`a.request_id`,
    milliseconds(sql`a.created_at`),
    sql`coalesce(a.words_digest, ${sha256(framed(sql`a.words_salt::text`, sql`a.description`, sql`a.metadata`))})`,
    sql`coalesce(a.address_digest, ${sha256(framed(sql`a.address_salt::text`, sql`a.ip_address`))})`,
  ),
);

/** Over rows of audit_log `a`, ordered by id. */
export const ENTRIES_DIGEST = sha256(sql`coalesce(string_agg(${ENTRY_DIGEST}, '' order by a.id), '')`);

/** Of a row `s` of audit_seals. */
export function sealDigest(entriesDigest: SQL): SQL {
  return sha256(
    framed(
      sql`s.previous`,
      sql`s.number::text`,
      sql`s.ids::text`,
      sql`s.entries::text`,
      milliseconds(sql`s.open_from`),
      milliseconds(sql`s.sealed_at`),
      entriesDigest,
    ),
  );
}
