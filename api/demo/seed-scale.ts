import { sql } from 'drizzle-orm';
import { holdSeals } from '../audit/seal.ts';
import { issueDueCertificates } from '../awards/due.ts';
import { type Database, inTransaction, queryRows } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { isRankedAccount } from '../leaderboard/set-ranked.ts';
import { LEARNER_NAMES } from './accounts.ts';
import { insertWeekRanks } from './ranks.ts';

export interface Scale {
  /** Learners to add. */
  learners: number;
  leagues?: number;
  weeks?: number;
  /** Sections of a week. */
  sections?: number;
  /** Resources of a section. */
  resources?: number;
}

/** More than anybody has, and still minutes. */
export const SCALE_MAX = 1_000_000;

/** What tells whether the learners are there. */
const COHORT_ID = 'scale-cohort';
const BATCH = 5000;

/**
 * Adds a curriculum and many learners to a migrated database, all or nothing, for measuring and for trying scale: ids
 * 'scale-user-1' and on, each enrolled in two leagues and somewhere between the start and the end of the first. Most have
 * done little, few nearly all, up to today. The same numbers every time, with events behind them, so that npm run ops -- verify finds
 * no drift. Nobody has a password; open sessions for those who are needed. False where they are there already.
 */
export async function seedScale(
  db: Database,
  scale: Scale,
  { timeZone, onProgress = () => {} }: { timeZone: string; onProgress?: (learners: number) => void },
): Promise<boolean> {
  const shape = { leagues: 8, weeks: 4, sections: 3, resources: 4, ...scale };
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await holdSeals(tx);
    if (!(await insertCurriculum(tx, shape))) return false;
    for (let first = 1; first <= shape.learners; first += BATCH) {
      const last = Math.min(first + BATCH - 1, shape.learners);
      await insertLearners(tx, shape.leagues, first, last);
      onProgress(last);
    }
    await insertWeekRanks(tx, timeZone);
    await tx.execute(sql`analyze`);
    await issueDueCertificates(tx);
    return true;
  });
}

/** How many learners of `seedScale` there are. */
export async function countScale(db: Database): Promise<number> {
  return db.$count(users, isScaleLearner);
}

/**
 * Takes away what `seedScale` added, in the transaction of the caller: all learners whom nobody gave a password, and the
 * leagues and the cohort that nobody else uses. Answers how many learners went.
 */
export async function removeScale(tx: Database): Promise<number> {
  const removed = await countScale(tx);
  if (removed === 0) return 0;
  await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
  await tx.execute(
    sql`create temp table scale_gone on commit drop as select id from users where ${isScaleLearner}`,
  );
  await tx.execute(sql`delete from rank_snapshots where user_id in (select id from scale_gone)`);
  await tx.execute(sql`delete from certificates where user_id in (select id from scale_gone)`);
  await tx.execute(sql`delete from users where id in (select id from scale_gone)`);
  await tx.execute(sql`
    select count(blank_audit_log(told.id)) from (
      select distinct gone.id from scale_gone gone join audit_log a on gone.id in (a.target_user_id, a.actor_id)
    ) told`);
  await tx.execute(sql`
    delete from leagues l where l.id like 'scale-league-%' and l.updated_at = l.created_at
      and not exists (select 1 from enrollments e where e.league_id = l.id)
      and not exists (select 1 from progress_events e where e.league_id = l.id)
      and not exists (select 1 from pathfinder_scopes p where p.league_id = l.id)
      and not exists (select 1 from assignments a where a.league_id = l.id)
      and not exists (select 1 from badges b where b.league_id = l.id)
      and not exists (select 1 from certificates c where c.league_id = l.id)
      and not exists (select 1 from specialization_leagues sl where sl.league_id = l.id)`);
  await tx.execute(sql`
    delete from cohorts c where c.id = ${COHORT_ID}
      and not exists (select 1 from leagues l where l.cohort_id = c.id)
      and not exists (select 1 from specializations s where s.cohort_id = c.id)
      and not exists (select 1 from users u where u.current_cohort_id = c.id)`);
  return removed;
}

const isScaleLearner = sql`(${users.id} like 'scale-user-%' and ${users.passwordHash} = 'none')`;

/** False where it is there. */
async function insertCurriculum(tx: Database, shape: Required<Scale>): Promise<boolean> {
  const { leagues, weeks, sections, resources } = shape;
  const series = (count: number) => sql`generate_series(1, ${count}::int)`;
  // Older than every real one: the newest active cohort is the one that new accounts join.
  const added = await queryRows(
    tx,
    sql`insert into cohorts (id, name, created_at, updated_at)
      values (${COHORT_ID}, 'Scale cohort', now() - interval '2 years', now() - interval '2 years')
      on conflict do nothing returning id`,
  );
  if (added.length === 0) return false;
  await tx.execute(sql`
    insert into leagues (id, cohort_id, name, description, weeks_count, sections_count, resources_count, created_at,
      updated_at)
    select 'scale-league-' || l, ${COHORT_ID}, 'Scale league ' || l, 'A league to measure with',
      ${weeks}::int, ${weeks * sections}::int, ${weeks * sections * resources}::int,
      now() - interval '2 years', now() - interval '2 years'
    from ${series(leagues)} l`);
  await tx.execute(sql`
    insert into weeks (id, league_id, name, "order")
    select 'scale-week-' || l || '-' || w, 'scale-league-' || l, 'Module ' || w, w
    from ${series(leagues)} l, ${series(weeks)} w`);
  await tx.execute(sql`
    insert into sections (id, week_id, name, "order", resources_count)
    select concat_ws('-', 'scale-section', l, w, s), 'scale-week-' || l || '-' || w, 'Topic ' || s, s,
      ${resources}::int
    from ${series(leagues)} l, ${series(weeks)} w, ${series(sections)} s`);
  await tx.execute(sql`
    insert into resources (id, section_id, title, url, type, "order")
    select concat_ws('-', 'scale-resource', l, w, s, r), concat_ws('-', 'scale-section', l, w, s),
      concat_ws('.', 'Resource ' || w, s, r), 'https://example.org/' || concat_ws('/', l, w, s, r), 'ARTICLE', r
    from ${series(leagues)} l, ${series(weeks)} w, ${series(sections)} s, ${series(resources)} r`);
  return true;
}

/** Of learner `i`: somewhen in the last half year, the same for the same number. */
const joinedAt = sql`(now() - (2 + i * 7919 % 175) * interval '1 day' - (i % 1440) * interval '1 minute')`;

async function insertLearners(tx: Database, leagues: number, first: number, last: number): Promise<void> {
  await tx.execute(sql`drop table if exists pg_temp.scale_done`);
  const names = (part: string) =>
    sql`(${JSON.stringify(LEARNER_NAMES.map((name) => name.split(' ').at(part === 'first' ? 0 : -1)))}::jsonb`;
  await tx.execute(sql`
    insert into users (id, email, password_hash, name, role, status, email_verified_at, migrated_to_v2_at,
      current_cohort_id, created_at)
    select 'scale-user-' || i, 'scale-' || i || '@example.test', 'none',
      concat(${names('first')} ->> (i % ${LEARNER_NAMES.length}::int)), ' ',
        ${names('last')} ->> (i / ${LEARNER_NAMES.length}::int % ${LEARNER_NAMES.length}::int))),
      case when i % 20 = 0 then 'LUMINARY' else 'PIONEER' end, case when i % 50 = 0 then 'PENDING' else 'ACTIVE' end,
      ${joinedAt}, ${joinedAt}, ${COHORT_ID}, ${joinedAt}
    from generate_series(${first}::int, ${last}::int) i`);
  for (const offset of [0, 1]) {
    await tx.execute(sql`
      insert into enrollments (id, user_id, cohort_id, league_id, enrolled_at)
      select concat_ws('-', 'scale-enrollment', i, ${offset}::text), 'scale-user-' || i, ${COHORT_ID},
        'scale-league-' || ((i + ${offset}::int) % ${leagues}::int + 1), ${joinedAt}
      from generate_series(${first}::int, ${last}::int) i
      on conflict do nothing`);
  }
  // A fraction from the learner's number, raised to the eighth power: many beginners, few near the end.
  await tx.execute(sql`
    create temp table scale_done on commit drop as
    with positions as (
      select w.league_id, s.id as section_id, r.id as resource_id,
        row_number() over (partition by w.league_id order by w."order", s."order", r."order") as position,
        count(*) over (partition by w.league_id) as size
      from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
      where w.league_id like 'scale-league-%'
    )
    select 'scale-user-' || i as user_id, p.league_id, p.section_id, p.resource_id,
      now() - (1 - p.position / (reach.done + 1)) * (now() - ${joinedAt}) as completed_at
    from generate_series(${first}::int, ${last}::int) i
    cross join lateral (
      select round((select max(size) from positions)
        * power((hashtext(i::text)::bigint + 2147483648) / 4294967296.0, 8))::float8 as done
    ) reach
    join positions p on p.league_id = 'scale-league-' || (i % ${leagues}::int + 1)
    where p.position <= reach.done`);
  await tx.execute(sql`
    insert into progress_events (user_id, resource_id, section_id, league_id, kind, occurred_at)
    select user_id, resource_id, section_id, league_id, 'COMPLETED', completed_at from scale_done order by completed_at`);
  await tx.execute(sql`
    insert into resource_progress (id, user_id, resource_id, completed_at, created_at, updated_at)
    select gen_random_uuid()::text, user_id, resource_id, completed_at, completed_at, completed_at from scale_done`);
  await tx.execute(sql`
    insert into section_progress (user_id, section_id, completed_resources, completed_at)
    select d.user_id, s.id, count(*), case when count(*) = s.resources_count then max(d.completed_at) end
    from scale_done d join sections s on s.id = d.section_id
    group by d.user_id, s.id`);
  await tx.execute(sql`
    insert into league_progress (user_id, league_id, completed_resources, completed_sections, completed_weeks,
      last_completed_at, last_completed_resource_id)
    select e.user_id, e.league_id, coalesce(sum(by_week.resources), 0), coalesce(sum(by_week.sections), 0),
      count(*) filter (where by_week.sections = by_week.size), last.completed_at, last.resource_id
    from enrollments e
    left join (
      select sp.user_id, w.league_id, w.id, sum(sp.completed_resources) as resources,
        count(sp.completed_at) as sections,
        (select count(*) from sections sized where sized.week_id = w.id) as size
      from section_progress sp join sections s on s.id = sp.section_id join weeks w on w.id = s.week_id
      where sp.user_id in (select user_id from scale_done)
      group by sp.user_id, w.league_id, w.id
    ) by_week on by_week.user_id = e.user_id and by_week.league_id = e.league_id
    left join (
      select distinct on (user_id, league_id) user_id, league_id, completed_at, resource_id from scale_done
      order by user_id, league_id, completed_at desc, resource_id desc
    ) last on last.user_id = e.user_id and last.league_id = e.league_id
    where e.user_id in (select 'scale-user-' || i from generate_series(${first}::int, ${last}::int) i)
    group by e.user_id, e.league_id, last.completed_at, last.resource_id`);
  await tx.execute(sql`
    insert into learner_stats (user_id, completed_resources, last_completed_at, last_completed_resource_id, is_ranked)
    select u.id, coalesce(done.n, 0), done.completed_at, done.resource_id, ${isRankedAccount}
    from (select * from users where id in (
      select 'scale-user-' || i from generate_series(${first}::int, ${last}::int) i)) u
    left join (
      select user_id, count(*) as n, max(completed_at) as completed_at,
        (array_agg(resource_id order by completed_at desc))[1] as resource_id
      from scale_done group by user_id
    ) done on done.user_id = u.id`);
}
