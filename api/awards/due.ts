import { sql } from 'drizzle-orm';
import { type Database, inTransaction, queryRows } from '../platform/db/client.ts';
import {
  type IssuedCertificate,
  isPartUnproven,
  issueLeagueCertificates,
  issueSpecializationCertificates,
  lacksApproval,
} from './certificates/issue.ts';

// Per transaction, to keep locks short.
const BATCH = 500;

/** Issues certificates of completions that were moved in, without a mail; returns their number. Can run again. */
export async function issueDueCertificates(db: Database): Promise<number> {
  let issued = 0;
  for (const issue of [issueLeagueCertificates, issueSpecializationCertificates]) {
    for (;;) {
      const batch = await inTransaction(db, async (tx) => {
        const certificates = await issue(tx, { limit: BATCH });
        await recordIssued(tx, certificates);
        return certificates.length;
      });
      issued += batch;
      if (batch < BATCH) break;
    }
  }
  return issued;
}

async function recordIssued(tx: Database, certificates: readonly IssuedCertificate[]): Promise<void> {
  if (certificates.length === 0) return;
  const rows = certificates.map(
    ({ id, name, userId, leagueId }) =>
      sql`(${userId}, ${userId}, 'CERTIFICATE_ISSUED', ${name}, ${JSON.stringify({ id, leagueId })})`,
  );
  await tx.execute(sql`
    insert into audit_log (actor_id, target_user_id, action, description, metadata)
    values ${sql.join(rows, sql`, `)}`);
}

export interface MissingAwards {
  counter: string;
  /** Completions. */
  rows: number;
  /** Completions without their award. */
  drift: number;
  example: string | null;
}

const EXPECTED = [
  {
    counter: 'certificates of leagues',
    query: sql`
      select lp.user_id || ' ' || lp.league_id as key, had.id is null as differs
      from league_progress lp
      join leagues l on l.id = lp.league_id and l.sections_count > 0 and l.sections_count = lp.completed_sections
      left join certificates had on had.user_id = lp.user_id and had.league_id = lp.league_id
      where had.id is not null or not ${lacksApproval(sql`lp.user_id`, sql`lp.league_id`)}`,
  },
  {
    counter: 'certificates of specializations',
    query: sql`
      select us.user_id || ' ' || us.specialization_id as key, had.id is null as differs
      from user_specializations us
      left join certificates had
        on had.user_id = us.user_id and had.specialization_id = us.specialization_id
      where had.id is not null or not ${isPartUnproven(sql`us.user_id`, sql`us.specialization_id`)}`,
  },
] as const;

/** A revoked certificate is not missing, and one without its approval is not due. */
export async function findMissingAwards(tx: Database): Promise<MissingAwards[]> {
  const drifts: MissingAwards[] = [];
  for (const { counter, query } of EXPECTED) {
    const [row] = await queryRows<{ rows: string; drift: string; example: string | null }>(
      tx,
      sql`select count(*) as rows, count(*) filter (where differs) as drift,
        min(key) filter (where differs) as example from (${query}) due`,
    );
    drifts.push({
      counter,
      rows: Number(row?.rows ?? 0),
      drift: Number(row?.drift ?? 0),
      example: row?.example ?? null,
    });
  }
  return drifts;
}
