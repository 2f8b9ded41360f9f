import { type SQL, sql } from 'drizzle-orm';
import { PACE } from '#contract/certificates.ts';

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

/** The same of any league of a specialization whose certificate the learner does not have. */
export const isPartWithheld = (userId: SQL, specializationId: SQL) => sql`exists (
  select 1 from specialization_leagues part
  where part.specialization_id = ${specializationId}
    and not exists (
      select 1 from certificates had where had.user_id = ${userId} and had.league_id = part.league_id)
    and ${isWithheld(userId, sql`part.league_id`)})`;

/**
 * How fast a league was ticked through, as rows (resources, seconds): one where no human keeps that pace (PACE of the
 * contract), else none. Resources ticked together, as by completing a topic, count as ticked at once; the whole time
 * decides as well, so that a learner who ticks topic by topic over days is not meant.
 */
export const inhumanPace = (userId: SQL, leagueId: SQL) => sql`
  select count(*)::int as resources, extract(epoch from max(at) - min(at))::int as seconds
  from (
    select rp.completed_at as at,
      extract(epoch from rp.completed_at - lag(rp.completed_at) over (order by rp.completed_at)) as gap
    from weeks w
    join sections s on s.week_id = w.id
    join resources r on r.section_id = s.id
    join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${userId}
    where w.league_id = ${leagueId} and rp.completed_at is not null
  ) ticks
  having count(*) >= ${sql.raw(String(PACE.resourcesMin))}
    and extract(epoch from max(at) - min(at)) < count(*) * ${sql.raw(String(PACE.secondsEach))}
    and percentile_cont(0.5) within group (order by gap) < ${sql.raw(String(PACE.medianSeconds))}`;
