import { type SQL, sql } from 'drizzle-orm';
import { isRankedAccount } from '../leaderboard/set-ranked.ts';
import type { Database } from '../platform/db/client.ts';

/**
 * Fills temporary tables expected_* from events and curriculum. Shares no code with learner-counters.ts on purpose, so
 * that it finds mistakes there.
 */
export async function computeExpected(tx: Database, timeZone: string): Promise<void> {
  const tables = { ...EXPECTED, week_progress: weeksIn(timeZone) };
  for (const [name, query] of Object.entries(tables)) {
    await tx.execute(sql.raw(`drop table if exists pg_temp.expected_${name}`));
    await tx.execute(sql`create temp table ${sql.raw(`expected_${name}`)} on commit drop as ${query}`);
    await tx.execute(sql.raw(`analyze expected_${name}`));
  }
}

/** The SQL version of `applyChange` in progress/decide.ts. `scope` follows `from progress_events e`. */
export function recordsFromEvents(scope: SQL): SQL {
  return sql`
    select user_id, resource_id,
      coalesce(
        max(restored_completed_at) filter (where id = base_id),
        (array_agg(occurred_at order by id) filter (where kind = 'COMPLETED' and id > base_id))[1]
      ) as completed_at,
      coalesce(
        max(restored_marked_at) filter (where id = base_id and base_id > unmarked_id),
        (array_agg(occurred_at order by id)
          filter (where kind = 'MARKED_FOR_REVISION' and id > greatest(base_id, unmarked_id)))[1]
      ) as marked_for_revision_at,
      (array_agg(personal_note order by id desc)
        filter (where personal_note is not null or kind = 'RESTORED'))[1] as personal_note,
      (array_agg(time_spent_seconds order by id desc)
        filter (where time_spent_seconds is not null and id >= base_id))[1] as time_spent_seconds,
      (array_agg(occurred_at order by id))[1] as created_at,
      (array_agg(occurred_at order by id desc))[1] as updated_at
    from (
      select e.*,
        coalesce(max(e.id) filter (where e.kind in ('RESET', 'RESTORED'))
          over (partition by e.user_id, e.resource_id), 0) as base_id,
        coalesce(max(e.id) filter (where e.kind = 'UNMARKED')
          over (partition by e.user_id, e.resource_id), 0) as unmarked_id
      from progress_events e ${scope}
    ) events
    group by user_id, resource_id`;
}

// Later entries read earlier ones.
const EXPECTED = {
  resource_progress: recordsFromEvents(sql`join resources r on r.id = e.resource_id`),
  sections: sql`
    select s.id, s.week_id, count(r.id)::int as resources_count
    from sections s left join resources r on r.section_id = s.id group by s.id`,
  leagues: sql`
    select l.id, count(distinct w.id)::int as weeks_count, count(s.id)::int as sections_count,
      coalesce(sum(s.resources_count), 0)::int as resources_count
    from leagues l left join weeks w on w.league_id = l.id left join expected_sections s on s.week_id = w.id
    group by l.id`,
  section_progress: sql`
    select rp.user_id, r.section_id, count(*)::int as completed_resources,
      case when count(*) = s.resources_count then max(rp.completed_at) end as completed_at
    from expected_resource_progress rp
    join resources r on r.id = rp.resource_id
    join expected_sections s on s.id = r.section_id
    where rp.completed_at is not null
    group by rp.user_id, r.section_id, s.resources_count`,
  league_progress: sql`
    select by_league.*, last.completed_at as last_completed_at, last.resource_id as last_completed_resource_id
    from (
    select user_id, league_id, sum(resources)::int as completed_resources, sum(sections)::int as completed_sections,
      (count(*) filter (where sections = size))::int as completed_weeks
    from (
      select sp.user_id, w.league_id, w.id, sum(sp.completed_resources) as resources,
        count(sp.completed_at) as sections,
        (select count(*) from expected_sections sized where sized.week_id = w.id) as size
      from expected_section_progress sp
      join expected_sections s on s.id = sp.section_id
      join weeks w on w.id = s.week_id
      group by sp.user_id, w.league_id, w.id
    ) by_week
    group by user_id, league_id
    ) by_league left join (
      select distinct on (rp.user_id, w.league_id) rp.user_id, w.league_id, rp.completed_at, rp.resource_id
      from expected_resource_progress rp
      join resources r on r.id = rp.resource_id
      join sections s on s.id = r.section_id
      join weeks w on w.id = s.week_id
      where rp.completed_at is not null
      order by rp.user_id, w.league_id, rp.completed_at desc, rp.resource_id desc
    ) last on last.user_id = by_league.user_id and last.league_id = by_league.league_id`,
  learner_stats: sql`
    select u.id as user_id, coalesce(sums.n, 0)::int as completed_resources,
      coalesce(earned.n, 0)::int as badges_earned, last.completed_at as last_completed_at,
      last.resource_id as last_completed_resource_id, ${isRankedAccount} as is_ranked
    from users u
    left join (
      select user_id, sum(completed_resources) as n from expected_league_progress group by user_id
    ) sums on sums.user_id = u.id
    left join (select user_id, count(*) as n from user_badges group by user_id) earned on earned.user_id = u.id
    left join (
      select distinct on (user_id) user_id, completed_at, resource_id from expected_resource_progress
      where completed_at is not null order by user_id, completed_at desc, resource_id desc
    ) last on last.user_id = u.id`,
} as const;

// Weeks before the last one are no longer counted, only kept until the next Monday.
const weeksIn = (timeZone: string): SQL => sql`
  with spans as (
    select week_start, week_start::timestamp at time zone ${timeZone} as from_at,
      (week_start + 7)::timestamp at time zone ${timeZone} as until_at
    from (
      select today - (extract(isodow from today)::int - 1) - back as week_start
      from (values (0), (7)) weeks(back), (select (now() at time zone ${timeZone})::date as today) clock
    ) mondays
  )
  (select distinct on (rp.user_id, week_start) rp.user_id, week_start,
    (count(*) over of_week)::int as completed_resources, rp.completed_at as last_completed_at,
    rp.resource_id as last_completed_resource_id
  from spans join expected_resource_progress rp on rp.completed_at >= from_at and rp.completed_at < until_at
  window of_week as (partition by rp.user_id, week_start)
  order by rp.user_id, week_start, rp.completed_at desc, rp.resource_id desc)
  union all
  select * from week_progress where week_start < (select min(week_start) from spans)`;
