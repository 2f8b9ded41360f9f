import { type SQL, sql } from 'drizzle-orm';
import { recountBadges } from '../awards/award.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import type { Database } from '../platform/db/client.ts';
import { recordsFromEvents } from './expected-counters.ts';
import {
  ALL,
  type CounterFilter,
  onlyId,
  recountLeagues,
  recountLearners,
  recountSections,
  recountWeeks,
} from './learner-counters.ts';

export interface CurriculumChange {
  leagueIds: readonly string[];
  /**
   * Sections whose resources changed, if nothing else did; skips learners without records there. Leave it out when
   * weeks or sections changed.
   */
  sectionIds?: readonly string[];
  /** Given when records went or came back, which also changes the learners' weeks. */
  timeZone?: string;
}

/**
 * Call it last in the transaction of a curriculum write. Ticks lock their league FOR SHARE, so a writer that locks
 * leagues first never meets half a tick; lock order: league, week, section, learner_stats.
 */
export async function recountAfterCurriculumChange(
  tx: Database,
  { leagueIds, sectionIds, timeZone }: CurriculumChange,
): Promise<void> {
  if (leagueIds.length === 0) return;
  await lockLeagues(tx, leagueIds);
  const leagues = oneOf(leagueIds);
  const sections: CounterFilter = sectionIds?.length ? oneOf(sectionIds) : inLeagues(leagues);
  const concerned = sectionIds?.length
    ? sql`select sp.user_id from section_progress sp where ${sections(sql`sp.section_id`)}`
    : sql`select lp.user_id from league_progress lp where ${leagues(sql`lp.league_id`)}`;
  const learners: CounterFilter = sectionIds?.length ? (column) => sql`${column} in (${concerned})` : ALL;

  await recountCurriculum(tx, leagues);
  await lockLearners(
    tx,
    sql`${concerned} and completed_resources > 0
      union
      select rp.user_id from resources r join resource_progress rp on rp.resource_id = r.id
      where rp.completed_at is not null and ${sections(sql`r.section_id`)}`,
  );
  await tx.execute(recountSections({ sections, learners: ALL }));
  await tx.execute(recountLeagues({ leagues, learners }));
  // Curriculum writes complete nothing, so learners with no completion stay at zero.
  await tx.execute(
    recountLearners(
      sql`select before.user_id from learner_stats before
      where before.completed_resources > 0 and before.user_id in (${concerned})`,
    ),
  );
  if (timeZone !== undefined) await tx.execute(recountWeeks(concerned, timeZone));
}

/**
 * Cheap case for an empty week or section: no records change, but a complete week reopens when it gets a section.
 * `newSectionIn` names that week.
 */
export async function recountAfterEmptyChange(
  tx: Database,
  { leagueId, newSectionIn }: { leagueId: string; newSectionIn?: string },
): Promise<void> {
  await lockLeagues(tx, [leagueId]);
  await recountCurriculum(tx, onlyId(leagueId));
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

/** Cheap case for one new resource: nobody has a record on it, so only a complete section and its week reopen. */
export async function recountAfterNewResource(
  tx: Database,
  { leagueId, sectionId }: { leagueId: string; sectionId: string },
): Promise<void> {
  await lockLeagues(tx, [leagueId]);
  await recountCurriculum(tx, onlyId(leagueId));
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

/** Locks in a fixed order, so that no tick is counted half before and half after. Ignores unknown ids. */
export async function lockLeagues(tx: Database, leagueIds: readonly string[]): Promise<void> {
  if (leagueIds.length === 0) return;
  await tx.execute(sql`select id from leagues where ${oneOf(leagueIds)(sql`id`)} order by id for update`);
}

/** Call it before deleting the league, because the deletion removes the rows that name the learners. */
export async function withdrawLeague(tx: Database, leagueId: string, timeZone: string): Promise<void> {
  await lockLeagues(tx, [leagueId]);
  const concerned = sql`
    select lp.user_id from league_progress lp where lp.league_id = ${leagueId} and lp.completed_resources > 0
    union
    select ub.user_id from user_badges ub join badges b on b.id = ub.badge_id where b.league_id = ${leagueId}`;
  await lockLearners(tx, concerned);
  await tx.execute(recountLearners(concerned, leagueId));
  await tx.execute(recountWeeks(concerned, timeZone, leagueId));
  await recountBadges(tx, concerned, leagueId);
}

async function recountCurriculum(tx: Database, leagues: CounterFilter): Promise<void> {
  await tx.execute(sql`
    update sections set resources_count = counted.n
    from (
      select s.id, count(r.id) as n
      from weeks w join sections s on s.week_id = w.id left join resources r on r.section_id = s.id
      where ${leagues(sql`w.league_id`)} group by s.id
    ) counted
    where sections.id = counted.id and sections.resources_count <> counted.n`);
  await tx.execute(sql`
    update leagues set weeks_count = counted.weeks, sections_count = counted.sections,
      resources_count = counted.resources
    from (
      select l.id, count(distinct w.id) as weeks, count(s.id) as sections,
        coalesce(sum(s.resources_count), 0) as resources
      from leagues l left join weeks w on w.league_id = l.id left join sections s on s.week_id = w.id
      where ${leagues(sql`l.id`)} group by l.id
    ) counted
    where leagues.id = counted.id
      and (leagues.weeks_count, leagues.sections_count, leagues.resources_count)
        is distinct from (counted.weeks, counted.sections, counted.resources)`);
}

async function lockLearners(tx: Database, concerned: SQL): Promise<void> {
  await tx.execute(sql`
    select count(*) from (
      select user_id from learner_stats where user_id in (${concerned}) order by user_id for update
    ) locked`);
}

/**
 * Rewrites every derived number from the whole history, for seeds, repairs and imports. Ticks and curriculum writes
 * wait.
 */
export async function rebuildCounters(tx: Database, timeZone: string): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  // Ticks lock the league, then the learner, so none is in progress once both are locked.
  await tx.execute(sql`lock table leagues in exclusive mode`);
  await tx.execute(sql`lock table learner_stats in exclusive mode`);
  await tx.execute(sql`
    with from_events as materialized (${recordsFromEvents(sql`join resources r on r.id = e.resource_id`)}),
    without_events as (
      delete from resource_progress rp where not exists (
        select 1 from from_events where from_events.user_id = rp.user_id and from_events.resource_id = rp.resource_id)
    )
    ${insertRecords(sql`select * from from_events`)}
    on conflict (user_id, resource_id) do update set completed_at = excluded.completed_at,
      marked_for_revision_at = excluded.marked_for_revision_at, personal_note = excluded.personal_note,
      time_spent_seconds = excluded.time_spent_seconds, created_at = excluded.created_at,
      updated_at = excluded.updated_at`);
  await recountCurriculum(tx, ALL);
  await setRanked(tx);
  await tx.execute(recountSections({ sections: ALL, learners: ALL }));
  await tx.execute(recountLeagues({ leagues: ALL, learners: ALL }));
  const everyone = sql`select user_id from learner_stats`;
  await tx.execute(recountLearners(everyone));
  await tx.execute(recountWeeks(everyone, timeZone));
  await recountBadges(tx, everyone);
}

export function insertRecords(records: SQL): SQL {
  return sql`
    insert into resource_progress (id, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at)
    select gen_random_uuid()::text, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at
    from (${records}) from_events`;
}

function oneOf(ids: readonly string[]): CounterFilter {
  return (column) => sql`${column} in ${[...ids]}`;
}

function inLeagues(leagues: CounterFilter): CounterFilter {
  return (column) => sql`${column} in (
    select s.id from weeks w join sections s on s.week_id = w.id where ${leagues(sql`w.league_id`)})`;
}
