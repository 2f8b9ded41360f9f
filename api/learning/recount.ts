import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { computeExpected } from './expected-counters.ts';

/** What a curriculum write touched. */
export interface CurriculumChange {
  /** Every league involved; of a move between leagues both. */
  leagueIds: readonly string[];
  /**
   * The sections whose resources were added, removed or moved, when nothing else changed; of a move both. It spares
   * the learners who never touched these sections. Leave it out when weeks or sections came, went or moved.
   */
  sectionIds?: readonly string[];
}

/**
 * Makes every count true again after curriculum was added, removed or moved: the counts in leagues and sections, and
 * the sums of the learners who had completed something there. Call it last, in the transaction of the write.
 *
 * Learners' ticks hold their league's row FOR SHARE, so a writer that locks its leagues first (`lockLeagues`) meets
 * no tick half-way; the order is league, week, section, learner_stats.
 */
export async function recountAfterCurriculumChange(
  tx: Database,
  change: CurriculumChange | string,
): Promise<void> {
  const { leagueIds, sectionIds } =
    typeof change === 'string' ? { leagueIds: [change], sectionIds: undefined } : change;
  if (leagueIds.length === 0) return;
  await lockLeagues(tx, leagueIds);
  const leagues = list(leagueIds);
  const inScope = sectionIds?.length ? sql`s.id in (${list(sectionIds)})` : sql`w.league_id in (${leagues})`;

  await recountCurriculum(tx, leagues);
  await lockLearnersOf(tx, leagues, inScope, sectionIds);
  await recountSections(tx, inScope);
  await recountLeagues(tx, leagues, sectionIds);
  await recountLearners(
    tx,
    sectionIds?.length
      ? sql`select sp.user_id from section_progress sp where sp.section_id in (${list(sectionIds)})`
      : sql`select lp.user_id from league_progress lp where lp.league_id in (${leagues})`,
  );
}

/**
 * The cheap case of `recountAfterCurriculumChange`: an empty week or section was added, or an empty week removed. No
 * learner's record on a resource is touched, so the cost does not grow with what learners did in the league; only a
 * week that was complete is so no longer once it has a new section. `newSectionIn` names that week.
 */
export async function recountAfterEmptyChange(
  tx: Database,
  { leagueId, newSectionIn }: { leagueId: string; newSectionIn?: string },
): Promise<void> {
  await lockLeagues(tx, [leagueId]);
  await recountCurriculum(tx, list([leagueId]));
  if (newSectionIn === undefined) return;
  await tx.execute(sql`
    update league_progress lp set completed_weeks = lp.completed_weeks - 1, updated_at = now()
    from (
      select sp.user_id from sections s join section_progress sp on sp.section_id = s.id
      where s.week_id = ${newSectionIn} and sp.completed_at is not null
      group by sp.user_id
      having count(*) = (select count(*) from sections sized where sized.week_id = ${newSectionIn}) - 1
    ) had
    where lp.user_id = had.user_id and lp.league_id = ${leagueId}`);
}

/**
 * The cheap case of one resource added: nobody has a record on it yet, so only those who had completed its section are
 * concerned; the section, and a week that was complete with it, are open again.
 */
export async function recountAfterNewResource(
  tx: Database,
  { leagueId, sectionId }: { leagueId: string; sectionId: string },
): Promise<void> {
  await lockLeagues(tx, [leagueId]);
  await recountCurriculum(tx, list([leagueId]));
  await tx.execute(sql`
    with place as (select week_id from sections where id = ${sectionId}),
    had_week as (
      select sp.user_id from place p join sections s on s.week_id = p.week_id
      join section_progress sp on sp.section_id = s.id
      where sp.completed_at is not null
      group by sp.user_id
      having count(*) = (select count(*) from sections sized join place on sized.week_id = place.week_id)
    ),
    reopened as (
      update section_progress set completed_at = null, updated_at = now()
      where section_id = ${sectionId} and completed_at is not null returning user_id
    )
    update league_progress lp set completed_sections = lp.completed_sections - 1,
      completed_weeks = lp.completed_weeks - case when had_week.user_id is null then 0 else 1 end,
      updated_at = now()
    from reopened left join had_week on had_week.user_id = reopened.user_id
    where lp.user_id = reopened.user_id and lp.league_id = ${leagueId}`);
}

/**
 * Locks leagues for a curriculum write, in a fixed order, so that no learner's tick is counted half before and half
 * after it. Ids that name no league are passed over.
 */
export async function lockLeagues(tx: Database, leagueIds: readonly string[]): Promise<void> {
  if (leagueIds.length === 0) return;
  await tx.execute(sql`select id from leagues where id in (${list(leagueIds)}) order by id for update`);
}

/**
 * Takes a league out of the sums of all learners. Call it before the league is deleted, in the same transaction: the
 * deletion takes the rows along that tell whom it concerns.
 */
export async function withdrawLeague(tx: Database, leagueId: string): Promise<void> {
  await lockLeagues(tx, [leagueId]);
  const concerned = sql`
    select lp.user_id from league_progress lp where lp.league_id = ${leagueId} and lp.completed_resources > 0
    union
    select ub.user_id from user_badges ub join badges b on b.id = ub.badge_id where b.league_id = ${leagueId}`;
  await lockLearners(tx, concerned);
  await tx.execute(sql`
    update learner_stats ls set
      completed_resources = (
        select coalesce(sum(lp.completed_resources), 0) from league_progress lp
        where lp.user_id = ls.user_id and lp.league_id <> ${leagueId}),
      badges_earned = (
        select count(*) from user_badges ub join badges b on b.id = ub.badge_id
        where ub.user_id = ls.user_id and b.league_id <> ${leagueId}),
      last_completed_at = last.completed_at,
      last_completed_resource_id = last.resource_id
    from (${concerned}) concerned
    left join lateral (
      select rp.completed_at, rp.resource_id
      from resource_progress rp
      join resources r on r.id = rp.resource_id
      join sections s on s.id = r.section_id
      join weeks w on w.id = s.week_id
      where rp.user_id = concerned.user_id and rp.completed_at is not null and w.league_id <> ${leagueId}
      order by rp.completed_at desc, rp.resource_id desc limit 1
    ) last on true
    where ls.user_id = concerned.user_id`);
}

async function recountCurriculum(tx: Database, leagues: SQL): Promise<void> {
  await tx.execute(sql`
    update sections set resources_count = counted.n
    from (
      select s.id, count(r.id) as n
      from weeks w join sections s on s.week_id = w.id left join resources r on r.section_id = s.id
      where w.league_id in (${leagues}) group by s.id
    ) counted
    where sections.id = counted.id and sections.resources_count <> counted.n`);
  await tx.execute(sql`
    update leagues set weeks_count = counted.weeks, sections_count = counted.sections,
      resources_count = counted.resources
    from (
      select l.id, count(distinct w.id) as weeks, count(s.id) as sections,
        coalesce(sum(s.resources_count), 0) as resources
      from leagues l left join weeks w on w.league_id = l.id left join sections s on s.week_id = w.id
      where l.id in (${leagues}) group by l.id
    ) counted
    where leagues.id = counted.id
      and (leagues.weeks_count, leagues.sections_count, leagues.resources_count)
        is distinct from (counted.weeks, counted.sections, counted.resources)`);
}

async function lockLearnersOf(
  tx: Database,
  leagues: SQL,
  inScope: SQL,
  sectionIds: readonly string[] | undefined,
): Promise<void> {
  const known = sectionIds?.length
    ? sql`select sp.user_id from section_progress sp
          where sp.section_id in (${list(sectionIds)}) and sp.completed_resources > 0`
    : sql`select lp.user_id from league_progress lp
          where lp.league_id in (${leagues}) and lp.completed_resources > 0`;
  await lockLearners(
    tx,
    sql`${known}
      union
      select rp.user_id from resource_progress rp
      join resources r on r.id = rp.resource_id
      join sections s on s.id = r.section_id
      join weeks w on w.id = s.week_id
      where rp.completed_at is not null and ${inScope}`,
  );
}

/** Counts inside the database, so that no list of learners travels. */
async function lockLearners(tx: Database, concerned: SQL): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select user_id from learner_stats where user_id in (${concerned}) order by user_id for update
    ) locked`);
}

async function recountSections(tx: Database, inScope: SQL): Promise<void> {
  const counted = sql`
    select rp.user_id, s.id as section_id, count(*) as n,
      case when count(*) = s.resources_count then max(rp.completed_at) end as completed_at
    from weeks w
    join sections s on s.week_id = w.id
    join resources r on r.section_id = s.id
    join resource_progress rp on rp.resource_id = r.id
    where rp.completed_at is not null and ${inScope}
    group by rp.user_id, s.id`;
  await tx.execute(sql`
    insert into section_progress (user_id, section_id, completed_resources, completed_at)
    select user_id, section_id, n, completed_at from (${counted}) counted
    on conflict (user_id, section_id) do update set
      completed_resources = excluded.completed_resources, completed_at = excluded.completed_at, updated_at = now()
    where (section_progress.completed_resources, section_progress.completed_at)
      is distinct from (excluded.completed_resources, excluded.completed_at)`);
  await tx.execute(sql`
    update section_progress sp set completed_resources = 0, completed_at = null, updated_at = now()
    from sections s join weeks w on w.id = s.week_id
    where sp.section_id = s.id and ${inScope} and sp.completed_resources > 0
      and not exists (
        select 1 from resources r join resource_progress rp on rp.resource_id = r.id
        where r.section_id = s.id and rp.user_id = sp.user_id and rp.completed_at is not null)`);
}

async function recountLeagues(
  tx: Database,
  leagues: SQL,
  sectionIds: readonly string[] | undefined,
): Promise<void> {
  const concerned = sectionIds?.length
    ? sql`and sp.user_id in (
        select touched.user_id from section_progress touched where touched.section_id in (${list(sectionIds)}))`
    : sql``;
  const counted = sql`
    select user_id, league_id, sum(resources) as resources, sum(sections) as sections,
      count(*) filter (where sections = size) as weeks
    from (
      select sp.user_id, w.league_id, w.id, sum(sp.completed_resources) as resources,
        count(sp.completed_at) as sections,
        (select count(*) from sections counted where counted.week_id = w.id) as size
      from weeks w join sections s on s.week_id = w.id join section_progress sp on sp.section_id = s.id
      where w.league_id in (${leagues}) ${concerned}
      group by sp.user_id, w.league_id, w.id
    ) by_week
    group by user_id, league_id`;
  await tx.execute(sql`
    insert into league_progress (user_id, league_id, completed_resources, completed_sections, completed_weeks)
    select user_id, league_id, resources, sections, weeks from (${counted}) counted
    on conflict (user_id, league_id) do update set
      completed_resources = excluded.completed_resources, completed_sections = excluded.completed_sections,
      completed_weeks = excluded.completed_weeks, updated_at = now()
    where (league_progress.completed_resources, league_progress.completed_sections, league_progress.completed_weeks)
      is distinct from (excluded.completed_resources, excluded.completed_sections, excluded.completed_weeks)`);
  await tx.execute(sql`
    update league_progress lp
    set completed_resources = 0, completed_sections = 0, completed_weeks = 0, updated_at = now()
    where lp.league_id in (${leagues}) and lp.completed_resources > 0
      and not exists (
        select 1 from weeks w join sections s on s.week_id = w.id
        join section_progress sp on sp.section_id = s.id and sp.user_id = lp.user_id
        where w.league_id = lp.league_id and sp.completed_resources > 0)`);
}

/**
 * Brings learner_stats into line for the named learners, who are locked. One who had completed nothing before has
 * nothing now either: curriculum writes complete nothing.
 */
async function recountLearners(tx: Database, concerned: SQL): Promise<void> {
  await sumUpLearners(
    tx,
    sql`select before.user_id from (${concerned}) concerned
      join learner_stats before on before.user_id = concerned.user_id and before.completed_resources > 0`,
  );
}

/** Writes the sums of learners anew from their leagues and records; `learners` selects their `user_id`. */
export async function sumUpLearners(tx: Database, learners: SQL): Promise<void> {
  await tx.execute(sql`
    update learner_stats ls set completed_resources = counted.n, last_completed_at = counted.completed_at,
      last_completed_resource_id = counted.resource_id
    from (
      select who.user_id, sums.n, last.completed_at, last.resource_id
      from (${learners}) who
      cross join lateral (
        select coalesce(sum(lp.completed_resources), 0) as n from league_progress lp
        where lp.user_id = who.user_id) sums
      left join lateral (
        select rp.completed_at, rp.resource_id from resource_progress rp
        where rp.user_id = who.user_id and rp.completed_at is not null
        order by rp.completed_at desc, rp.resource_id desc limit 1) last on true
    ) counted
    where ls.user_id = counted.user_id
      and (ls.completed_resources, ls.last_completed_at, ls.last_completed_resource_id)
        is distinct from (counted.n, counted.completed_at, counted.resource_id)`);
}

/**
 * Writes every derived number anew from the events: records, sums, counts, badges and who is ranked. Learners' ticks
 * and curriculum writes wait meanwhile. For seeds, repairs and imports; it reads the whole history.
 */
export async function rebuildCounters(tx: Database): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  // Every tick locks its league, then its learner; nobody is between the two once both are ours.
  await tx.execute(sql`lock table leagues in exclusive mode`);
  await tx.execute(sql`lock table learner_stats in exclusive mode`);
  await computeExpected(tx);
  for (const statement of REBUILD) await tx.execute(statement);
}

const REBUILD: readonly SQL[] = [
  sql`delete from resource_progress rp where not exists (
    select 1 from expected_resource_progress e where e.user_id = rp.user_id and e.resource_id = rp.resource_id)`,
  sql`insert into resource_progress (id, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at)
    select gen_random_uuid()::text, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at
    from expected_resource_progress
    on conflict (user_id, resource_id) do update set completed_at = excluded.completed_at,
      marked_for_revision_at = excluded.marked_for_revision_at, personal_note = excluded.personal_note,
      time_spent_seconds = excluded.time_spent_seconds, created_at = excluded.created_at,
      updated_at = excluded.updated_at`,
  sql`update sections set resources_count = e.resources_count from expected_sections e
    where e.id = sections.id and sections.resources_count <> e.resources_count`,
  sql`update leagues set weeks_count = e.weeks_count, sections_count = e.sections_count,
      resources_count = e.resources_count
    from expected_leagues e where e.id = leagues.id`,
  sql`update section_progress sp set completed_resources = 0, completed_at = null
    where not exists (
      select 1 from expected_section_progress e where e.user_id = sp.user_id and e.section_id = sp.section_id)`,
  sql`insert into section_progress (user_id, section_id, completed_resources, completed_at)
    select user_id, section_id, completed_resources, completed_at from expected_section_progress
    on conflict (user_id, section_id) do update set completed_resources = excluded.completed_resources,
      completed_at = excluded.completed_at`,
  sql`update league_progress lp set completed_resources = 0, completed_sections = 0, completed_weeks = 0
    where not exists (
      select 1 from expected_league_progress e where e.user_id = lp.user_id and e.league_id = lp.league_id)`,
  sql`insert into league_progress (user_id, league_id, completed_resources, completed_sections, completed_weeks)
    select user_id, league_id, completed_resources, completed_sections, completed_weeks from expected_league_progress
    on conflict (user_id, league_id) do update set completed_resources = excluded.completed_resources,
      completed_sections = excluded.completed_sections, completed_weeks = excluded.completed_weeks`,
  sql`insert into learner_stats (user_id, completed_resources, badges_earned, last_completed_at,
      last_completed_resource_id, is_ranked)
    select user_id, completed_resources, badges_earned, last_completed_at, last_completed_resource_id, is_ranked
    from expected_learner_stats
    on conflict (user_id) do update set completed_resources = excluded.completed_resources,
      badges_earned = excluded.badges_earned, last_completed_at = excluded.last_completed_at,
      last_completed_resource_id = excluded.last_completed_resource_id, is_ranked = excluded.is_ranked`,
  // The job that counts the days does so again; until then reports ask the events.
  sql`delete from activity_counts`,
];

function list(ids: readonly string[]): SQL {
  return sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
}
