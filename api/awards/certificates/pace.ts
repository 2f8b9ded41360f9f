import { type SQL, sql } from 'drizzle-orm';
import { PACE } from '#contract/certificates.ts';

const MIN = sql.raw(String(PACE.resourcesMin));
const EACH_MIN = sql.raw(String(PACE.secondsEachMin));
const EACH_MAX = sql.raw(String(PACE.secondsEachMax));

/**
 * The least time, in seconds, in which a person ticks so many resources. Each takes the longer the more there are: ten
 * short pages are skimmed in minutes, a league of 160 resources is not.
 */
const leastTime = (ticks: SQL) => sql`(${ticks} - 1) * least(${EACH_MAX}, greatest(${EACH_MIN}, ${ticks}))`;

/**
 * How fast a league was ticked through, as rows (resources, seconds): one where no human keeps that pace (PACE of the
 * contract, docs/decisions/0022), else none. Resources of one topic may be ticked together, so a learner who ticks topic
 * by topic over days is not meant, and a league of one topic is judged as a whole alone. Nor does a tick of the day
 * before make a script human: more than half of the league, over several topics, in too little time is judged like all
 * of it.
 */
export const inhumanPace = (userId: SQL, leagueId: SQL) => sql`
  select case when bool_and(is_whole) then count(*)::int else max(run)::int end as resources,
    case when bool_and(is_whole) then extract(epoch from max(at) - min(at)) else min(hurried) end::int as seconds
  from (
    select at, run,
      extract(epoch from max(at) over () - min(at) over ()) < ${leastTime(sql`count(*) over ()`)} as is_whole,
      case when lag(topic, run - 1) over by_time < topic
        then extract(epoch from at - lag(at, run - 1) over by_time) end as hurried
    from (
      select at, place, sum(is_next_topic) over (order by place) as topic,
        greatest(${MIN}, count(*) over () / 2 + 1)::int as run
      from (
        select rp.completed_at as at, row_number() over by_tick as place,
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
  having count(*) >= ${MIN}
    and (bool_and(is_whole) or coalesce(min(hurried) < ${leastTime(sql`max(run)`)}, false))`;
