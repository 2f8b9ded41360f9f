import { type SQL, sql } from 'drizzle-orm';
import { isoMoment } from '../../db/prepared-json.ts';

/** Certificate `c`, as its holder's own pages read it inside their one statement. */
const ownCertificate = sql`json_build_object(
  'id', c.id,
  'code', substr(c.code, 1, 4) || '-' || substr(c.code, 5, 4) || '-' || substr(c.code, 9, 4),
  'kind', c.kind, 'title', c.title, 'leagueId', c.league_id, 'specializationId', c.specialization_id,
  'completedAt', ${isoMoment(sql`c.completed_at`)},
  'isRevoked', c.revoked_at is not null,
  'reason', c.revocation_reason,
  'holderName', c.holder_name)`;

/** All certificates of account `u`, newest first, as a JSON list. */
export const ownCertificatesJson = sql`(
  select coalesce(json_agg(${ownCertificate} order by c.completed_at desc, c.id), '[]')
  from certificates c where c.user_id = u.id)`;

/** The certificate of league `l` that the user holds, or null. */
export const leagueCertificateJson = (user: SQL) => sql`(
  select ${ownCertificate}
  from certificates c where c.user_id = ${user} and c.league_id = l.id)`;
