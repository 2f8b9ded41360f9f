import { type SQL, sql } from 'drizzle-orm';

/** True in SQL while the league has an assignment and the learner's latest answer to it is not approved. */
export const lacksApproval = (userId: SQL, leagueId: SQL) => sql`exists (
  select 1 from assignments task where task.league_id = ${leagueId} and not exists (
    select 1 from submissions answer
    where answer.assignment_id = task.id and answer.user_id = ${userId} and answer.status = 'APPROVED'))`;

/**
 * True in SQL while a league of the specialization lacks an approval and has no certificate, or while its certificate is
 * revoked.
 */
export const isPartUnproven = (userId: SQL, specializationId: SQL) => sql`exists (
  select 1 from specialization_leagues part
  left join certificates had on had.user_id = ${userId} and had.league_id = part.league_id
  where part.specialization_id = ${specializationId}
    and (had.revoked_at is not null or (had.id is null and ${lacksApproval(userId, sql`part.league_id`)})))`;
