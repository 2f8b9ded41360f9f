import { type SQL, sql } from 'drizzle-orm';

/** True in SQL while the league has an assignment and the learner's answer is not approved. */
export const lacksApproval = (userId: SQL, leagueId: SQL) => sql`exists (
  select 1 from assignments task where task.league_id = ${leagueId} and not exists (
    select 1 from submissions answer
    where answer.assignment_id = task.id and answer.user_id = ${userId} and answer.status = 'APPROVED'))`;

/** True in SQL while staff have not let a completion at no human pace count (`certificate_holds`). */
const isHeld = (userId: SQL, leagueId: SQL) => sql`exists (
  select 1 from certificate_holds hold where hold.user_id = ${userId} and hold.league_id = ${leagueId}
    and coalesce(hold.appeal_outcome, hold.outcome, 'HELD') <> 'ISSUED')`;

/** True in SQL while something stands between a completed league and its certificate. */
export const isWithheld = (userId: SQL, leagueId: SQL) =>
  sql`(${lacksApproval(userId, leagueId)} or ${isHeld(userId, leagueId)})`;

/**
 * The same of any league of a specialization whose certificate the learner does not have; one that was revoked stands in
 * the way until it is restored.
 */
export const isPartWithheld = (userId: SQL, specializationId: SQL) => sql`exists (
  select 1 from specialization_leagues part
  left join certificates had on had.user_id = ${userId} and had.league_id = part.league_id
  where part.specialization_id = ${specializationId}
    and (had.revoked_at is not null or (had.id is null and ${isWithheld(userId, sql`part.league_id`)})))`;
