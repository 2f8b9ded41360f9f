import { type SQL, sql } from 'drizzle-orm';
import { NOTE_MAX_LENGTH, TIME_SPENT_MAX_SECONDS } from '#contract/constants.ts';
import { cleanProse } from '#contract/text.ts';
import { recountBadges } from '../awards/award.ts';
import { issueDueCertificates } from '../awards/due.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { MOVED_IN_KEY } from '../learning/daily-awards.ts';
import { recordsFromEvents } from '../learning/expected-counters.ts';
import { recountLearners, recountWeeks } from '../learning/learner-counters.ts';
import { insertRecords, recountAfterCurriculumChange } from '../learning/recount.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import type { MovedAccounts } from './accounts.ts';
import { FIRST_MOMENT } from './cleaner.ts';
import type { Move } from './context.ts';

// Millions of rows: they pass through as pages of JSON text and are processed by SQL in bulk.

const PAGE = 20_000;
const KEY = MOVED_IN_KEY;
const RESOURCES = 'resource_progress';
const SECTIONS = 'section_progress';

export async function moveProgress(move: Move, accounts: MovedAccounts): Promise<void> {
  await stageIds(move);
  await stageRecords(move);
  await stageNotes(move, RESOURCES);
  await stageNotes(move, SECTIONS);
  await writeRecords(move, accounts);
  await writeSections(move);
  await reportDisagreements(move);
}

/** Recomputes all totals and issues due certificates. */
export async function recountMoved(
  { tx, say, timeZone }: Pick<Move, 'tx' | 'say' | 'timeZone'>,
  leagueIds: readonly string[],
  { userIds }: MovedAccounts,
): Promise<void> {
  say('Counting …');
  await setRanked(tx);
  await recountAfterCurriculumChange(tx, { leagueIds });
  await tx.execute(sql`create temp table moved_learners on commit drop as
    select json_array_elements_text(${JSON.stringify(userIds)}::json) as user_id`);
  await tx.execute(sql`analyze moved_learners`);
  const moved = sql`select user_id from moved_learners`;
  await tx.execute(recountLearners(moved));
  await tx.execute(recountWeeks(moved, timeZone));
  await recountBadges(tx, moved);
  say('Issuing certificates that are due …');
  await issueDueCertificates(tx);
}

async function stageIds({ tx, ids }: Move): Promise<void> {
  await tx.execute(sql`create temp table moved_ids (kind text, earlier_id text, id text) on commit drop`);
  for (const kind of ['users', 'section_resources', 'sections'] as const) {
    const pairs = [...(ids.get(kind) ?? [])].map(([earlier_id, id]) => ({ kind, earlier_id, id }));
    for (let from = 0; from < pairs.length; from += PAGE) {
      await tx.execute(sql`insert into moved_ids
        select * from json_to_recordset(${JSON.stringify(pairs.slice(from, from + PAGE))}::json)
          as given(kind text, earlier_id text, id text)`);
    }
  }
  await tx.execute(sql`create index on moved_ids (kind, earlier_id)`);
  await tx.execute(sql`analyze moved_ids`);
}

// The old product also created a row when a resource was opened.
const SAYS_SOMETHING = {
  [RESOURCES]: sql`"isCompleted" or "markedForRevision" or "timeSpent" is not null or "personalNote" ~ '\\S'`,
  // Completion of a topic follows from its resources.
  [SECTIONS]: sql`"markedForRevision" or "personalNote" ~ '\\S'`,
};

async function stageRecords({ source, tx, findings, say }: Move): Promise<void> {
  await tx.execute(sql`create temp table moved_records (
    source text, id text, user_id text, subject_id text, done boolean, done_at timestamp, marked boolean,
    seconds integer, made_at timestamp, changed_at timestamp) on commit drop`);
  for (const table of [RESOURCES, SECTIONS] as const) {
    const isOfResource = table === RESOURCES;
    const columns = sql`"id", "userId" as user_id,
      ${isOfResource ? sql`"resourceId"` : sql`"sectionId"`} as subject_id,
      ${isOfResource ? sql`"isCompleted"` : sql`false`} as done, "completedAt" as done_at,
      "markedForRevision" as marked, ${isOfResource ? sql`"timeSpent"` : sql`null::integer`} as seconds,
      "createdAt" as made_at, "updatedAt" as changed_at`;
    const read = await passThrough(
      source,
      (after) => sql`select ${columns} from public.${sql.identifier(table)}
        where (${SAYS_SOMETHING[table]}) ${after} order by id limit ${PAGE}`,
      (json) =>
        tx.execute(sql`insert into moved_records
          select ${table}::text, given.* from json_to_recordset(${json}::json) as given(id text, user_id text,
            subject_id text, done boolean, done_at timestamp, marked boolean, seconds integer, made_at timestamp,
            changed_at timestamp)`),
      (rows) => say(`  ${table}: ${rows} rows …`),
    );
    findings.tally(table).read += read;
  }
  await tx.execute(sql`analyze moved_records`);
}

async function passThrough(
  source: Database,
  select: (after: SQL) => SQL,
  hand: (json: string) => unknown,
  onPage: (rows: number) => void = () => {},
): Promise<number> {
  let read = 0;
  for (let last: string | null = null; ; ) {
    const [page]: { rows: string | number; last: string | null; json: string | null }[] = await queryRows(
      source,
      sql`select count(*) as rows, (array_agg(id order by id desc))[1] as last, json_agg(page)::text as json
        from (${select(last === null ? sql`` : sql`and id > ${last}`)}) page`,
    );
    const rows = Number(page?.rows ?? 0);
    if (page?.json) await hand(page.json);
    read += rows;
    if (rows > 0 && (read % (PAGE * 10) === 0 || rows < PAGE)) onPage(read);
    if (rows < PAGE) return read;
    last = page?.last ?? null;
  }
}

// The cleaning rules are TypeScript, so notes pass through this process.
async function stageNotes(
  { source, tx, cleaner }: Move,
  table: typeof RESOURCES | typeof SECTIONS,
): Promise<void> {
  await tx.execute(
    sql`create temp table if not exists moved_notes (source text, id text, note text) on commit drop`,
  );
  await passThrough(
    source,
    (after) => sql`select id, "personalNote" as note from public.${sql.identifier(table)}
      where "personalNote" ~ '\\S' ${after} order by id limit ${PAGE}`,
    (json) => {
      const rows = JSON.parse(json) as { id: string; note: string }[];
      const notes = rows.flatMap(({ id, note }) => {
        const subject = { table, id };
        const clean = cleaner.optional(subject, 'personalNote', note, {
          max: NOTE_MAX_LENGTH,
          clean: cleanProse,
        });
        return clean === null ? [] : [{ source: table, id, note: clean }];
      });
      return tx.execute(sql`insert into moved_notes
        select * from json_to_recordset(${JSON.stringify(notes)}::json) as given(source text, id text, note text)`);
    },
  );
  await tx.execute(sql`analyze moved_notes`);
}

const possible = (column: SQL, now: string) =>
  sql`case when ${column} between ${FIRST_MOMENT.slice(0, -1)}::timestamp and ${now.slice(0, -1)}::timestamp
    then ${column} end`;

async function writeRecords(move: Move, { sharedIds }: MovedAccounts): Promise<void> {
  const { tx, findings, cleaner, say } = move;
  const { now } = cleaner;
  const tally = findings.tally(RESOURCES);
  const fallback = sql`${possible(sql`m.changed_at`, now)}, ${possible(sql`m.made_at`, now)}, ${now.slice(0, -1)}::timestamp`;
  await tx.execute(sql`
    create temp table moving on commit drop as
    select m.id, u.id as user_id, r.id as resource_id, r.section_id, w.league_id, m.done, m.marked, n.note,
      m.done_at as told_done_at, m.seconds as told_seconds,
      coalesce(${possible(sql`m.done_at`, now)}, ${fallback}) at time zone 'UTC' as done_at,
      coalesce(${fallback}) at time zone 'UTC' as said_at,
      -- Both pass over null, which stays null.
      case when m.seconds is not null then least(greatest(m.seconds, 0), ${TIME_SPENT_MAX_SECONDS}) end as seconds,
      coalesce(${possible(sql`m.made_at`, now)}, ${possible(sql`m.done_at`, now)}, ${fallback})
        at time zone 'UTC' as made_at
    from moved_records m
    join moved_ids u on u.kind = 'users' and u.earlier_id = m.user_id
    join moved_ids known on known.kind = 'section_resources' and known.earlier_id = m.subject_id
    join resources r on r.id = known.id
    join sections s on s.id = r.section_id
    join weeks w on w.id = s.week_id
    left join moved_notes n on n.source = ${RESOURCES} and n.id = m.id
    where m.source = ${RESOURCES}`);
  await tx.execute(sql`analyze moving`);
  await refuseOrphans(move, RESOURCES, sql`'section_resources'`);
  await joinShared(tx, sharedIds);
  await dropOlderRecords(move);
  await cleanRecords(move);

  say('  writing events …');
  const before = await countEvents(tx);
  await tx.execute(sql`
    insert into progress_events (user_id, resource_id, section_id, league_id, kind, personal_note, time_spent_seconds,
      idempotency_key, occurred_at)
    select user_id, resource_id, section_id, league_id, kind, personal_note, seconds, key, at from (
      select user_id, resource_id, section_id, league_id, 'COMPLETED' as kind, note as personal_note, seconds,
        ${KEY} || id || ':done' as key, done_at as at
      from moving where done
      union all
      select user_id, resource_id, section_id, league_id, 'MARKED_FOR_REVISION', case when not done then note end, null,
        ${KEY} || id || ':marked', said_at
      from moving where marked
      union all
      select user_id, resource_id, section_id, league_id, 'NOTED', note, null, ${KEY} || id || ':noted', said_at
      from moving where note is not null and not done and not marked
    ) noted
    where not exists (
      select 1 from progress_events e where e.user_id = noted.user_id and e.idempotency_key = noted.key)
    order by user_id, at`);
  const written = (await countEvents(tx)) - before;
  say(`  ${written} events; writing records …`);
  await writeStates(tx, sharedIds.length > 0);
  const [counted] = await queryRows<{ came: string; here: string }>(
    tx,
    sql`select count(*) filter (where is_new) as came, count(*) filter (where not is_new) as here from moving`,
  );
  tally.came += Number(counted?.came ?? 0);
  tally.here += Number(counted?.here ?? 0);
}

async function countEvents(tx: Database): Promise<number> {
  const [row] = await queryRows<{ n: string | number }>(tx, sql`select count(*) as n from progress_events`);
  return Number(row?.n ?? 0);
}

// One finding per account and reason, with the number of records.
async function refuseOrphans({ tx, findings }: Move, table: string, kind: SQL): Promise<void> {
  const rows = await queryRows<{ user_id: string; has_account: boolean; n: string | number }>(
    tx,
    sql`select m.user_id, u.id is not null as has_account, count(*) as n
      from moved_records m
      left join moved_ids u on u.kind = 'users' and u.earlier_id = m.user_id
      left join moved_ids known on known.kind = ${kind} and known.earlier_id = m.subject_id
      where m.source = ${table} and (u.id is null or known.id is null)
      group by 1, 2`,
  );
  for (const { user_id, has_account, n } of rows) {
    const reason = `${n} rows of the account ${user_id}: ${has_account ? 'what they are about' : 'the account'} was not taken`;
    findings.refuse({ table, id: '', about: user_id, reason }, Number(n));
  }
}

// Of accounts that were joined, the earliest tick and mark of a resource count.
async function joinShared(tx: Database, sharedIds: readonly string[]): Promise<void> {
  if (sharedIds.length === 0) return;
  const shared = sql`user_id in (select json_array_elements_text(${JSON.stringify(sharedIds)}::json))`;
  for (const [column, at] of [
    [sql`done`, sql`done_at`],
    [sql`marked`, sql`said_at`],
  ]) {
    await tx.execute(sql`
      update moving later set ${column} = false from moving first
      where later.${shared} and first.user_id = later.user_id and first.resource_id = later.resource_id
        and first.${column} and later.${column} and (first.${at}, first.id) < (later.${at}, later.id)`);
  }
}

// Leaves out records with newer activity here, and flags the new ones.
async function dropOlderRecords({ tx, findings }: Move): Promise<void> {
  const [gone] = await queryRows<{ n: string | number }>(
    tx,
    sql`with since as (
        select distinct m.user_id, m.resource_id from moving m
        join progress_events e on e.user_id = m.user_id and e.resource_id = m.resource_id
        where e.idempotency_key is null or not starts_with(e.idempotency_key, ${KEY})
      ), gone as (
        delete from moving m using since where m.user_id = since.user_id and m.resource_id = since.resource_id
        returning 1
      ) select count(*) as n from gone`,
  );
  findings.tally(RESOURCES).here += Number(gone?.n ?? 0);
  await tx.execute(sql`alter table moving add is_new boolean not null default true`);
  await tx.execute(sql`update moving m set is_new = false from resource_progress rp
    where rp.user_id = m.user_id and rp.resource_id = m.resource_id`);
}

async function cleanRecords({ tx, findings, cleaner }: Move): Promise<void> {
  const iso = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const rows = await queryRows<{ id: string; field: string; before: string | null; after: string | null }>(
    tx,
    sql`select id, 'completedAt' as field, told_done_at::text as before, ${iso(sql`done_at`)} as after
      from moving where is_new and done and ${possible(sql`told_done_at`, cleaner.now)} is null
      union all
      select id, 'timeSpent', told_seconds::text, seconds::text
      from moving where is_new and done and seconds <> told_seconds
      union all
      select id, 'lost time', told_seconds::text, null
      from moving where is_new and not done and told_seconds is not null`,
  );
  for (const { id, field, before, after } of rows) {
    const noted = { table: RESOURCES, id, before: before ?? '', after: after ?? '' };
    if (field === 'lost time') {
      const reason = 'Time is kept with a tick alone, and this resource is not ticked';
      findings.recordChange({ ...noted, field: 'timeSpent', reason });
    } else {
      const reason =
        field === 'timeSpent' ? 'From 0 to 86400 seconds' : 'No moment, or one that cannot have been';
      findings.recordChange({ ...noted, field, reason });
    }
  }
}

// Inserts plain records directly and derives the others from all their events.
async function writeStates(tx: Database, hasShared: boolean): Promise<void> {
  const alone = hasShared
    ? sql`and not exists (select 1 from moving o where o.user_id = m.user_id and o.resource_id = m.resource_id and o.id <> m.id)`
    : sql``;
  await tx.execute(sql`
    insert into resource_progress (id, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at)
    select m.id, user_id, resource_id, case when done then done_at end, case when marked then said_at end, note,
      case when done then seconds end, made_at, greatest(made_at, said_at)
    from moving m where is_new and (done or marked or note is not null) ${alone}
    order by user_id, resource_id
    on conflict do nothing`);
  const pairs = sql`join (
    select distinct m.user_id, m.resource_id from moving m where not is_new
      ${hasShared ? sql`or exists (select 1 from moving o where o.user_id = m.user_id and o.resource_id = m.resource_id and o.id <> m.id)` : sql``}
    ) pairs on pairs.user_id = e.user_id and pairs.resource_id = e.resource_id`;
  await tx.execute(sql`
    ${insertRecords(recordsFromEvents(pairs))}
    on conflict (user_id, resource_id) do update set completed_at = excluded.completed_at,
      marked_for_revision_at = excluded.marked_for_revision_at, personal_note = excluded.personal_note,
      time_spent_seconds = excluded.time_spent_seconds, updated_at = excluded.updated_at
    where (resource_progress.completed_at, resource_progress.marked_for_revision_at, resource_progress.personal_note,
        resource_progress.time_spent_seconds)
      is distinct from (excluded.completed_at, excluded.marked_for_revision_at, excluded.personal_note,
        excluded.time_spent_seconds)`);
}

// Existing notes and marks of a topic stay.
async function writeSections(move: Move): Promise<void> {
  const { tx, findings, cleaner } = move;
  const { now } = cleaner;
  await refuseOrphans(move, SECTIONS, sql`'sections'`);
  await tx.execute(sql`
    create temp table moving_sections on commit drop as
    select distinct on (u.id, s.id) m.id, u.id as user_id, s.id as section_id, w.league_id, m.marked, n.note,
      coalesce(${possible(sql`m.changed_at`, now)}, ${possible(sql`m.made_at`, now)}, ${now.slice(0, -1)}::timestamp)
        at time zone 'UTC' as at
    from moved_records m
    join moved_ids u on u.kind = 'users' and u.earlier_id = m.user_id
    join moved_ids known on known.kind = 'sections' and known.earlier_id = m.subject_id
    join sections s on s.id = known.id
    join weeks w on w.id = s.week_id
    left join moved_notes n on n.source = ${SECTIONS} and n.id = m.id
    where m.source = ${SECTIONS} and not exists (
      select 1 from progress_events e where e.user_id = u.id and e.section_id = s.id and e.resource_id is null)
    order by u.id, s.id, n.note is null, m.id`);
  await tx.execute(sql`
    insert into progress_events (user_id, section_id, league_id, kind, personal_note, idempotency_key, occurred_at)
    select user_id, section_id, league_id, 'SECTION_NOTED', note, ${KEY} || id || ':noted', at
    from moving_sections where note is not null
    union all
    select user_id, section_id, league_id, 'SECTION_MARKED', null, ${KEY} || id || ':marked', at
    from moving_sections where marked`);
  await tx.execute(sql`
    insert into section_progress (user_id, section_id, personal_note, marked_for_revision_at, created_at, updated_at)
    select user_id, section_id, note, case when marked then at end, at, at from moving_sections
    on conflict (user_id, section_id) do update set personal_note = excluded.personal_note,
      marked_for_revision_at = excluded.marked_for_revision_at`);
  const [counted] = await queryRows<{ n: string | number }>(
    tx,
    sql`select count(*) as n from moving_sections`,
  );
  const tally = findings.tally(SECTIONS);
  tally.came += Number(counted?.n ?? 0);
  tally.here += tally.read - tally.came - tally.notTaken - tally.here;
}

// The old flags of topics can contradict their resources; the resources decide.
async function reportDisagreements({ source, findings }: Move): Promise<void> {
  const rows = await queryRows<{ id: string; said: boolean; done: string | number; size: string | number }>(
    source,
    sql`select sp.id, sp."isCompleted" as said, count(rp.id) as done, count(r.id) as size
      from section_progress sp
      left join section_resources r on r."sectionId" = sp."sectionId"
      left join resource_progress rp on rp."resourceId" = r.id and rp."userId" = sp."userId" and rp."isCompleted"
      group by sp.id having sp."isCompleted" <> (count(r.id) > 0 and count(rp.id) = count(r.id))
      order by sp.id`,
  );
  for (const { id, said, done, size } of rows) {
    findings.recordChange({
      table: SECTIONS,
      id,
      field: 'isCompleted',
      before: String(said),
      after: String(!said),
      reason: `Its resources decide: ${done} of ${size} are ticked`,
    });
  }
}
