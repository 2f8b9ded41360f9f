import { type SQL, sql } from 'drizzle-orm';

/** Texts one behind the other so that no two lists of them look alike: each with its length, an absent one as a sign. */
function framed(...values: SQL[]): SQL {
  const frames = values.map((value) => sql`coalesce(octet_length(${value})::text || ':' || ${value}, '-')`);
  return sql.join(frames, sql` || `);
}

const sha256 = (text: SQL) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;
const milliseconds = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::bigint::text`;

/**
 * The digest of one row of audit_log `a`. Words and address count by their own digests, which are stored once they are
 * blanked: an erased row has the digest that it had before. Written out here, and not taken from a function of the
 * database, so that whoever can change functions cannot change what is compared.
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

/** The digest over a group of rows of audit_log `a`, in the order of their ids. */
export const ENTRIES_DIGEST = sha256(sql`coalesce(string_agg(${ENTRY_DIGEST}, '' order by a.id), '')`);

/** The digest of one seal `s`, given the digest over its entries. */
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
