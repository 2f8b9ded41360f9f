import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { mondayIn } from '../leaderboard/week-ranks.ts';

// Recomputes counters from rows, never adds one. expected-counters.ts repeats these rules without sharing code, so that
// `npm run ops -- verify` finds mistakes here.

export type CounterFilter = (column: SQL) => SQL;

export const ALL: CounterFilter = () => sql`true`;
export const onlyId =
  (id: string | Placeholder): CounterFilter =>
  (column) =>
    sql`${column} = ${id}`;

/**
 * Changes only rows that are wrong; callers may append `returning`. Needs correct section sizes; the union writes zero
 * where no record is left.
 */
export function recountSections({
  sections,
  learners,
}: {
  sections: CounterFilter;
  learners: CounterFilter;
}): SQL {
  return sql`
    insert into section_progress (user_id, section_id, completed_resources, completed_at)
    select user_id, section_id, count(done.completed_at),
      case when count(done.completed_at) = (select resources_count from sections where id = section_id)
        then max(done.completed_at) end
    from (
      select rp.user_id, r.section_id, rp.completed_at
      from resources r join resource_progress rp on rp.resource_id = r.id
      where rp.completed_at is not null and ${sections(sql`r.section_id`)} and ${learners(sql`rp.user_id`)}
      union all
      select user_id, section_id, null from section_progress
      where (completed_resources > 0 or completed_at is not null)
        and ${sections(sql`section_id`)} and ${learners(sql`user_id`)}
    ) done
    group by user_id, section_id
    on conflict (user_id, section_id) do update set
      completed_resources = excluded.completed_resources, completed_at = excluded.completed_at, updated_at = now()
    where (section_progress.completed_resources, section_progress.completed_at)
      is distinct from (excluded.completed_resources, excluded.completed_at)`;
}

/** Needs the result of `recountSections`. Callers may append `returning`. */
export function recountLeagues({
  leagues,
  learners,
}: {
  leagues: CounterFilter;
  learners: CounterFilter;
}): SQL {
  return sql`
    insert into league_progress (user_id, league_id, completed_resources, completed_sections, completed_weeks,
      last_completed_at, last_completed_resource_id)
    select counted.*, last.completed_at, last.resource_id
    from (
    select user_id, league_id, sum(resources), sum(sections), count(*) filter (where sections = size)
    from (
      select sp.user_id, w.league_id, sum(sp.completed_resources) as resources, count(sp.completed_at) as sections,
        (select count(*) from sections sized where sized.week_id = w.id) as size
      from weeks w join sections s on s.week_id = w.id join section_progress sp on sp.section_id = s.id
      where ${leagues(sql`w.league_id`)} and ${learners(sql`sp.user_id`)}
      group by sp.user_id, w.id
      union all
      select user_id, league_id, 0, 0, null from league_progress
      where (completed_resources, completed_sections, completed_weeks) <> (0, 0, 0)
        and ${leagues(sql`league_id`)} and ${learners(sql`user_id`)}
    ) done
    group by user_id, league_id
    ) counted left join lateral (
      select rp.completed_at, rp.resource_id
      from resource_progress rp
      join resources r on r.id = rp.resource_id
      join sections s on s.id = r.section_id
      join weeks w on w.id = s.week_id
      where rp.user_id = counted.user_id and rp.completed_at is not null and w.league_id = counted.league_id
      order by rp.completed_at desc, rp.resource_id desc limit 1
    ) last on true
    on conflict (user_id, league_id) do update set
      completed_resources = excluded.completed_resources, completed_sections = excluded.completed_sections,
      completed_weeks = excluded.completed_weeks, last_completed_at = excluded.last_completed_at,
      last_completed_resource_id = excluded.last_completed_resource_id, updated_at = now()
    where (league_progress.completed_resources, league_progress.completed_sections, league_progress.completed_weeks,
        league_progress.last_completed_at, league_progress.last_completed_resource_id)
      is distinct from (excluded.completed_resources, excluded.completed_sections, excluded.completed_weeks,
        excluded.last_completed_at, excluded.last_completed_resource_id)`;
}

// Records of a league that is about to be deleted do not count.
const outside = (league?: string) =>
  league === undefined
    ? sql``
    : sql`and rp.resource_id not in (
        select r.id from weeks w join sections s on s.week_id = w.id join resources r on r.section_id = s.id
        where w.league_id = ${league})`;

/** `learners` selects `user_id`. `withoutLeague` is a league about to be deleted. */
export function recountLearners(learners: SQL, withoutLeague?: string): SQL {
  const otherLeagues = withoutLeague === undefined ? sql`` : sql`and lp.league_id <> ${withoutLeague}`;
  return sql`
    update learner_stats ls set completed_resources = counted.n, last_completed_at = counted.completed_at,
      last_completed_resource_id = counted.resource_id
    from (
      select who.user_id, sums.n, last.completed_at, last.resource_id
      from (${learners}) who
      cross join lateral (
        select coalesce(sum(lp.completed_resources), 0) as n from league_progress lp
        where lp.user_id = who.user_id ${otherLeagues}) sums
      left join lateral (
        select rp.completed_at, rp.resource_id from resource_progress rp
        where rp.user_id = who.user_id and rp.completed_at is not null ${outside(withoutLeague)}
        order by rp.completed_at desc, rp.resource_id desc limit 1) last on true
    ) counted
    where ls.user_id = counted.user_id
      and (ls.completed_resources, ls.last_completed_at, ls.last_completed_resource_id)
        is distinct from (counted.n, counted.completed_at, counted.resource_id)`;
}

/** Counts this week and last week; the union writes zero where no record is left. */
export function recountWeeks(learners: SQL, timeZone: string | Placeholder, withoutLeague?: string): SQL {
  const lastMonday = sql`${mondayIn(timeZone, sql`now()`)} - 7`;
  return sql`
    insert into week_progress (user_id, week_start, completed_resources, last_completed_at, last_completed_resource_id)
    select user_id, week_start, count(completed_at), max(completed_at),
      (array_agg(resource_id order by completed_at desc nulls last, resource_id desc))[1]
    from (
      select rp.user_id, ${mondayIn(timeZone, sql`rp.completed_at`)} as week_start, rp.completed_at, rp.resource_id
      from resource_progress rp
      where rp.user_id in (${learners}) ${outside(withoutLeague)}
        and rp.completed_at >= (${lastMonday})::timestamp at time zone ${timeZone}
      union all
      select user_id, week_start, null, null from week_progress
      where user_id in (${learners}) and week_start >= ${lastMonday}
    ) done
    group by user_id, week_start
    on conflict (user_id, week_start) do update set completed_resources = excluded.completed_resources,
      last_completed_at = excluded.last_completed_at,
      last_completed_resource_id = excluded.last_completed_resource_id
    where (week_progress.completed_resources, week_progress.last_completed_at,
        week_progress.last_completed_resource_id)
      is distinct from (excluded.completed_resources, excluded.last_completed_at,
        excluded.last_completed_resource_id)`;
}
