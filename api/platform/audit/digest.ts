import { type SQL, sql } from 'drizzle-orm';

/** Concatenates texts with their lengths, so that no two lists look alike. */
function framed(...values: SQL[]): SQL {
  const frames = values.map((value) => sql`coalesce(octet_length(${value})::text || ':' || ${value}, '-')`);
  return sql.join(frames, sql` || `);
}

const sha256 = (text: SQL) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const milliseconds = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::bigint::text`;

/**
 * Digest of one row of audit_log `a`. Words and address enter by their stored digests, so an erased row keeps its
 * digest. No function of the database, whose owner could change it.
 */
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

/** Over a group of rows of audit_log `a`, by id. */
export const ENTRIES_DIGEST = sha256(sql`coalesce(string_agg(${ENTRY_DIGEST}, '' order by a.id), '')`);

/** Of one seal `s`, given the digest over its entries. */
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
