import { type Placeholder, type SQL, sql } from 'drizzle-orm';

// The counters of learners in SQL: for ticks, curriculum writes, imports and repairs. Each is worked out from the rows below
// it, never by adding one. The verifier (expected-counters.ts) says the same once more, from the events and on purpose without these: `npm run ops -- verify` could not
// find a mistake that both of them made.

/** A condition on the column that names a row; it says which rows a statement is about. */
export type Narrowing = (column: SQL) => SQL;

export const ALL: Narrowing = () => sql`true`;
export const only =
  (id: string | Placeholder): Narrowing =>
  (column) =>
    sql`${column} = ${id}`;

/**
 * The statement that writes what learners completed of sections, from their records on resources. It changes the rows
 * that are off and no others; `returning` may be appended. The sizes of the sections must be true. A stored row comes
 * with nothing done, so that it is written as zero where no record is left.
 */
export function recountSections({ sections, learners }: { sections: Narrowing; learners: Narrowing }): SQL {
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

/**
 * The statement that writes what learners completed of leagues, from their sections, and what they completed there last,
 * from their records; as `recountSections`, `returning` as well.
 */
export function recountLeagues({ leagues, learners }: { leagues: Narrowing; learners: Narrowing }): SQL {
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

/**
 * The statement that writes the sums of learners anew from their leagues and records; `learners` selects their
 * `user_id`. `withoutLeague` is a league that is about to be deleted.
 */
export function recountLearners(learners: SQL, withoutLeague?: string): SQL {
  const [otherLeagues, otherResources] =
    withoutLeague === undefined
      ? [sql``, sql``]
      : [
          sql`and lp.league_id <> ${withoutLeague}`,
          sql`and rp.resource_id not in (
            select r.id from weeks w join sections s on s.week_id = w.id join resources r on r.section_id = s.id
            where w.league_id = ${withoutLeague})`,
        ];
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
        where rp.user_id = who.user_id and rp.completed_at is not null ${otherResources}
        order by rp.completed_at desc, rp.resource_id desc limit 1) last on true
    ) counted
    where ls.user_id = counted.user_id
      and (ls.completed_resources, ls.last_completed_at, ls.last_completed_resource_id)
        is distinct from (counted.n, counted.completed_at, counted.resource_id)`;
}
