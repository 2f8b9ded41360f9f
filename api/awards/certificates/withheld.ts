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

/**
 * The same of any league of a specialization whose certificate the learner does not have; one that was revoked stands in
 * the way until it is restored.
 */
export const isPartWithheld = (userId: SQL, specializationId: SQL) => sql`exists (
  select 1 from specialization_leagues part
  left join certificates had on had.user_id = ${userId} and had.league_id = part.league_id
  where part.specialization_id = ${specializationId}
    and (had.revoked_at is not null or (had.id is null and ${isWithheld(userId, sql`part.league_id`)})))`;

const MIN = sql.raw(String(PACE.resourcesMin));
const EACH = sql.raw(String(PACE.secondsEach));

/**
 * How fast a league was ticked through, as rows (resources, seconds): one where no human keeps that pace (PACE of the
 * contract), else none. Resources ticked together, as by completing a topic, count as ticked at once; the whole time
 * decides as well, so that a learner who ticks topic by topic over days is not meant. Nor does a tick of the day before
 * make a script human: more than half of the league, over several topics, in too little time is judged like all of it.
 */
export const inhumanPace = (userId: SQL, leagueId: SQL) => sql`
  select case when bool_and(is_whole) then count(*)::int else max(run)::int end as resources,
    case when bool_and(is_whole) then extract(epoch from max(at) - min(at)) else min(hurried) end::int as seconds
  from (
    select at, gap, run, extract(epoch from max(at) over () - min(at) over ()) < count(*) over () * ${EACH} as is_whole,
      case when lag(topic, run - 1) over by_time < topic
        then extract(epoch from at - lag(at, run - 1) over by_time) end as hurried
    from (
      select at, place, gap, sum(is_next_topic) over (order by place) as topic,
        greatest(${MIN}, count(*) over () / 2 + 1)::int as run
      from (
        select rp.completed_at as at, row_number() over by_tick as place,
          extract(epoch from rp.completed_at - lag(rp.completed_at) over by_tick) as gap,
          (s.id is distinct from lag(s.id) over by_tick)::int as is_next_topic
        from weeks w
        join sections s on s.week_id = w.id
        join resources r on r.section_id = s.id
        join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${userId}
        where w.league_id = ${leagueId} and rp.completed_at is not null
        window by_tick as (order by rp.completed_at, s.id, r.id)
      ) ticks
    ) topics
    window by_time as (order by place)
  ) paced
  having count(*) >= ${MIN} and percentile_cont(0.5) within group (order by gap) < ${sql.raw(String(PACE.medianSeconds))}
    and (bool_and(is_whole) or coalesce(min(hurried) < max(run) * ${EACH}, false))`;
