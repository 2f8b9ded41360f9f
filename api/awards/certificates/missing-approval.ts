import { type SQL, sql } from 'drizzle-orm';

/** SQL condition: the league has an assignment that is not approved for the learner. */
export const lacksApproval = (userId: SQL, leagueId: SQL) => sql`exists (
  select 1 from assignments task where task.league_id = ${leagueId} and not exists (
    select 1 from submissions answer
    where answer.assignment_id = task.id and answer.user_id = ${userId} and answer.status = 'APPROVED'))`;

/** SQL condition: a league of the specialization lacks its approval, or its certificate is revoked. */
export const isPartUnproven = (userId: SQL, specializationId: SQL) => sql`exists (
  select 1 from specialization_leagues part
  left join certificates had on had.user_id = ${userId} and had.league_id = part.league_id
  where part.specialization_id = ${specializationId}
    and (had.revoked_at is not null or (had.id is null and ${lacksApproval(userId, sql`part.league_id`)})))`;
