import { type SQL, sql } from 'drizzle-orm';
import type { LearnerImpact } from '#contract/league-files.ts';
import { recordsFromEvents } from '../../learning/expected-counters.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import type { Plan } from './compare.ts';
import type { Row } from './rows.ts';

export interface Impact {
  learners: LearnerImpact;
  /** Learners with a record, by the id of the removed thing. */
  peopleOf: Map<string, number>;
}

export async function measureImpact(
  db: Database,
  leagueId: string,
  plan: Plan,
  newIds: ReadonlySet<string>,
): Promise<Impact> {
  const touched = findTouchedSections(plan);
  const gone = plan.resources.removed.map((row) => row.id);
  const own = plan.sections.removed.map((row) => row.id);
  const back = plan.resources.added.filter((row) => !newIds.has(row.id)).map((row) => row.id);
  const total = { before: plan.before.resources.length, after: plan.after.resources.length };
  const sections = { before: plan.before.sections.length, after: plan.after.sections.length };
  const [row] = await queryRows<Record<string, string | number>>(
    db,
    sql`
    with records as materialized (
      select rp.user_id, rp.completed_at is not null as done, rp.personal_note is not null as noted,
        rp.marked_for_revision_at is not null as marked
      from json_array_elements_text(${JSON.stringify(gone)}::json) gone
      join resource_progress rp on rp.resource_id = gone.value
      union all
      select sp.user_id, false, sp.personal_note is not null, sp.marked_for_revision_at is not null
      from json_array_elements_text(${JSON.stringify(own)}::json) gone
      join section_progress sp on sp.section_id = gone.value
      where num_nonnulls(sp.personal_note, sp.marked_for_revision_at) > 0
    ),
    back as materialized (
      select user_id, resource_id, completed_at is not null as done
      from (${back.length > 0 ? recordsFromEvents(scopeOf(back, leagueId)) : NO_RECORDS}) from_events
      where num_nonnulls(completed_at, marked_for_revision_at, personal_note) > 0
    ),
    placed as materialized (
      select * from json_to_recordset(${JSON.stringify(touched.placed)}::json)
        as placed(section text, resource text, size int)
    ),
    complete_before as materialized (
      select sp.user_id, sp.section_id
      from json_array_elements_text(${JSON.stringify(touched.before)}::json) touched
      join section_progress sp on sp.section_id = touched.value
      where sp.completed_at is not null
    ),
    complete_after as materialized (
      select user_id, section as section_id from (
        select rp.user_id, placed.section, placed.size
        from placed join resource_progress rp on rp.resource_id = placed.resource
        where rp.completed_at is not null
        union all
        select back.user_id, placed.section, placed.size
        from placed join back on back.resource_id = placed.resource and back.done
      ) done
      group by user_id, section, size having count(*) = size
    ),
    gained as materialized (select * from complete_after except select * from complete_before),
    lost as materialized (select * from complete_before except select * from complete_after),
    people as (
      select e.user_id, coalesce(lp.completed_resources, 0) as resources,
        coalesce(lp.completed_resources, 0) - coalesce(r.n, 0) + coalesce(b.n, 0) as resources_then,
        coalesce(lp.completed_sections, 0) as sections,
        coalesce(lp.completed_sections, 0) + coalesce(g.n, 0) - coalesce(l.n, 0) as sections_then
      from (select distinct user_id from enrollments where league_id = ${leagueId}) e
      left join league_progress lp on lp.user_id = e.user_id and lp.league_id = ${leagueId}
      left join (select user_id, count(*) as n from records where done group by user_id) r on r.user_id = e.user_id
      left join (select user_id, count(*) as n from back where done group by user_id) b on b.user_id = e.user_id
      left join (select user_id, count(*) as n from gained group by user_id) g on g.user_id = e.user_id
      left join (select user_id, count(*) as n from lost group by user_id) l on l.user_id = e.user_id
    ),
    figures as (
      select ${percentage(sql`resources`, total.before)} as percentage,
        ${percentage(sql`resources_then`, total.after)} as percentage_then,
        sections = ${sections.before}::int and ${sections.before}::int > 0 as complete,
        sections_then = ${sections.after}::int and ${sections.after}::int > 0 as complete_then
      from people
    )
    select count(*) as enrolled,
      count(*) filter (where percentage_then > percentage) as higher,
      count(*) filter (where percentage_then < percentage) as lower,
      count(*) filter (where complete_then and not complete) as finished,
      count(*) filter (where complete and not complete_then) as reopened,
      (select count(distinct user_id) from records where done) as losing,
      (select count(*) from records where done) as completions,
      (select count(*) from records where noted) as notes,
      (select count(*) from records where marked) as marks,
      (select count(distinct user_id) from records where done or noted or marked) as touched,
      (select count(distinct user_id) from gained) as topics_gained,
      (select count(distinct user_id) from lost) as topics_lost,
      (select count(distinct user_id) from back) as returning_people
    from figures`,
  );
  const figure = (name: string) => Number(row?.[name] ?? 0);
  return {
    learners: {
      enrolled: figure('enrolled'),
      newItems: plan.resources.added.length,
      higher: figure('higher'),
      lower: figure('lower'),
      losing: figure('losing'),
      completions: figure('completions'),
      notes: figure('notes'),
      marks: figure('marks'),
      touched: figure('touched'),
      topicsGained: figure('topics_gained'),
      topicsLost: figure('topics_lost'),
      finished: figure('finished'),
      reopened: figure('reopened'),
      returning: figure('returning_people'),
    },
    peopleOf: await countPeople(db, plan),
  };
}

export function scopeOf(resourceIds: readonly string[], leagueId: string): SQL {
  return sql`join json_array_elements_text(${JSON.stringify(resourceIds)}::json) back on back.value = e.resource_id
    where e.league_id = ${leagueId}`;
}

const NO_RECORDS = sql`
  select null::text as user_id, null::text as resource_id, null::timestamptz as completed_at,
    null::timestamptz as marked_for_revision_at, null::text as personal_note where false`;

/** Rounds like `toPercentage` of the contract. */
function percentage(part: SQL, whole: number): SQL {
  return whole > 0 ? sql`round(100.0 * ${part} / ${whole}::int)` : sql`0`;
}

interface TouchedSections {
  before: string[];
  /** Their later resources, where a learner may have completed all. */
  placed: { section: string; resource: string; size: number }[];
}

function findTouchedSections({ before, after }: Plan): TouchedSections {
  const held = Map.groupBy(before.resources, (row) => row.parentId);
  const holds = Map.groupBy(after.resources, (row) => row.parentId);
  const isTouched = (sectionId: string) => !isSameSet(held.get(sectionId) ?? [], holds.get(sectionId) ?? []);
  const standing = new Set(after.sections.map((row) => row.id));
  return {
    before: before.sections.map((row) => row.id).filter((id) => !standing.has(id) || isTouched(id)),
    placed: [...holds].flatMap(([section, rows]) =>
      isTouched(section) ? rows.map(({ id }) => ({ section, resource: id, size: rows.length })) : [],
    ),
  };
}

function isSameSet(one: readonly Row[], other: readonly Row[]): boolean {
  const ids = new Set(one.map((row) => row.id));
  return one.length === other.length && other.every((row) => ids.has(row.id));
}

// Counts a record on a contained thing too.
async function countPeople(db: Database, plan: Plan): Promise<Map<string, number>> {
  const goneSections = new Set(plan.sections.removed.map((row) => row.id));
  const goneWeeks = new Set(plan.weeks.removed.map((row) => row.id));
  const weekOf = new Map(plan.before.sections.map((row) => [row.id, row.parentId]));
  const under = (sectionId: string) =>
    [sectionId, weekOf.get(sectionId) ?? ''].filter((id) => goneSections.has(id) || goneWeeks.has(id));
  const resources = plan.resources.removed.flatMap(({ id, parentId }) =>
    [id, ...under(parentId)].map((thing) => ({ thing, id })),
  );
  const sections = plan.sections.removed.flatMap(({ id }) => under(id).map((thing) => ({ thing, id })));
  if (resources.length + sections.length === 0) return new Map();
  const rows = await queryRows<{ thing: string; people: string | number }>(
    db,
    sql`
    select thing, count(distinct user_id) as people from (
      select gone.thing, rp.user_id
      from json_to_recordset(${JSON.stringify(resources)}::json) as gone(thing text, id text)
      join resource_progress rp on rp.resource_id = gone.id
      where num_nonnulls(rp.completed_at, rp.personal_note, rp.marked_for_revision_at) > 0
      union all
      select gone.thing, sp.user_id
      from json_to_recordset(${JSON.stringify(sections)}::json) as gone(thing text, id text)
      join section_progress sp on sp.section_id = gone.id
      where num_nonnulls(sp.personal_note, sp.marked_for_revision_at) > 0
    ) records
    group by thing`,
  );
  return new Map(rows.map(({ thing, people }) => [thing, Number(people)]));
}
