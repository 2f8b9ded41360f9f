import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { eraseAccount } from '../accounts/own-account/erasure.ts';
import { recordAudit } from '../platform/audit/record.ts';
import { holdSeals } from '../platform/audit/seal.ts';
import { type Database, inTransaction, queryRows } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { badges, certificates } from '../platform/db/schema/awards.ts';
import { announcements, eventRegistrations, events } from '../platform/db/schema/community.ts';
import { cohorts, leagues, specializations } from '../platform/db/schema/curriculum.ts';
import { studyBreaks } from '../platform/db/schema/learning.ts';
import { DEMO_EMAIL_DOMAIN } from './accounts.ts';
import { DEMO_COHORTS, DEMO_FREE_BADGE, DEMO_SPECIALIZATIONS } from './curriculum.ts';
import { DEMO_EVENTS } from './events.ts';
import { EXAMS } from './history.ts';
import { findPublishedAccounts, type PublishedAccount } from './published-accounts.ts';

interface Kept {
  name: string;
  because: string;
}

export interface DemoRemoval {
  accounts: string[];
  badges: string[];
  breaks: string[];
  specializations: string[];
  leagues: string[];
  cohorts: string[];
  kept: Kept[];
}

class DryRun extends Error {}

/**
 * Removes demo accounts, accounts they made staff, and unused, unchanged demo curriculum in one transaction. A changed
 * address or password does not protect an account; only `createAdministrator` makes it real.
 */
export async function removeDemo(db: Database, { isDryRun = false } = {}): Promise<DemoRemoval> {
  const published = await findPublishedAccounts(db);
  const isOfDemo = ({ isDemo, email }: PublishedAccount) => isDemo || email.endsWith(`@${DEMO_EMAIL_DOMAIN}`);
  const demo = published.filter(isOfDemo);
  const others = published.filter((account) => !isOfDemo(account));
  const removal: DemoRemoval = {
    accounts: [],
    badges: [],
    breaks: [],
    specializations: [],
    leagues: [],
    cohorts: [],
    kept: [],
  };
  removal.kept.push(
    ...others.map(({ email }) => ({
      name: email,
      because: 'has the published password and another address',
    })),
  );
  try {
    await inTransaction(
      db,
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`);
        await holdSeals(tx);
        removal.accounts = await removeAccounts(tx, demo);
        removal.kept.push(...(await listKeptAccounts(tx)));
        await removeEvents(tx);
        await removeCurriculum(tx, removal);
        const { kept, ...removed } = removal;
        const counts = Object.entries(removed).map(([what, names]) => [what, names.length] as const);
        if (isDryRun) throw new DryRun();
        if (counts.every(([, count]) => count === 0)) return;
        await recordAudit(tx, {
          actorId: null,
          action: 'DEMO_REMOVED',
          metadata: Object.fromEntries(counts),
        });
        await raiseCurriculumVersion(tx);
      },
      { accounts: demo.map(({ id }) => id) },
    );
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return removal;
}

async function removeAccounts(tx: Database, accounts: PublishedAccount[]): Promise<string[]> {
  const removed: string[] = [];
  for (const { id, email, passwordHash, isDemo, hasPublishedPassword } of accounts) {
    // The operator may have taken the account over meanwhile.
    const still = await queryRows(
      tx,
      sql`select 1 from users u where id = ${id} and password_hash = ${passwordHash} and email = ${email}
        and exists (select 1 from demo_accounts d where d.user_id = u.id) = ${isDemo}`,
    );
    if (still.length === 0) continue;
    await tx.delete(certificates).where(sql`${certificates.userId} = ${id}`);
    await tx.delete(announcements).where(sql`${announcements.authorId} = ${id}`);
    await eraseAccount(tx, { id, email });
    removed.push(hasPublishedPassword ? email : `${email} (with a password of its own)`);
  }
  return removed;
}

async function removeEvents(tx: Database): Promise<void> {
  const isDemo = inArray(
    events.id,
    DEMO_EVENTS.map(({ id }) => id),
  );
  const registered = tx
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.eventId, events.id));
  await tx.delete(events).where(and(isDemo, notExists(registered)));
}

async function listKeptAccounts(tx: Database): Promise<Kept[]> {
  const rows = await queryRows<{ email: string }>(
    tx,
    sql`select email from users where email like ${`%@${DEMO_EMAIL_DOMAIN}`} order by email`,
  );
  return rows.map(({ email }) => ({ name: email, because: 'was made an administrator' }));
}

// From the outside in, because a specialization references leagues and a league its cohort.
async function removeCurriculum(tx: Database, removal: DemoRemoval): Promise<void> {
  const remove = async (
    kind: 'badges' | 'breaks' | 'specializations' | 'leagues' | 'cohorts',
    found: Found[],
  ) => {
    const table = { badges, breaks: studyBreaks, specializations, leagues, cohorts }[kind];
    const gone = found.filter(({ isChanged, isUsed }) => !isChanged && !isUsed);
    if (gone.length > 0) {
      await tx.delete(table).where(
        inArray(
          table.id,
          gone.map(({ id }) => id),
        ),
      );
    }
    removal[kind] = gone.map(({ name }) => name);
    for (const { name, isChanged, isUsed } of found) {
      if (isChanged) removal.kept.push({ name, because: 'was changed' });
      else if (isUsed) removal.kept.push({ name, because: 'is in use' });
    }
  };
  await remove('badges', await findFreeBadges(tx));
  await remove('breaks', await findBreaks(tx));
  await remove('specializations', await findSpecializations(tx));
  const found = await findLeagues(tx);
  await remove('leagues', found);
  await remove('cohorts', await findCohorts(tx));
}

const commaRows = (named: readonly { name: string; description: string }[]): SQL =>
  sql.join(
    named.map(({ name, description }) => sql`(${name}, ${description})`),
    sql`, `,
  );

interface Found {
  id: string;
  name: string;
  isChanged: boolean;
  isUsed: boolean;
}

function findFreeBadges(tx: Database): Promise<Found[]> {
  const wanted = commaRows([DEMO_FREE_BADGE]);
  return queryRows<Found>(
    tx,
    sql`select b.id, b.name, b.updated_at <> b.created_at as "isChanged",
        exists (select 1 from user_badges ub where ub.badge_id = b.id) as "isUsed"
      from badges b where b.league_id is null and (b.name, b.description) in (${wanted}) order by b.name`,
  );
}

function findBreaks(tx: Database): Promise<Found[]> {
  return queryRows<Found>(
    tx,
    sql`select id, name, updated_at <> created_at as "isChanged", false as "isUsed" from study_breaks
      where name = ${EXAMS.name}`,
  );
}

function findSpecializations(tx: Database): Promise<Found[]> {
  const wanted = commaRows(DEMO_SPECIALIZATIONS);
  return queryRows<Found>(
    tx,
    sql`select s.id, s.name, s.updated_at <> s.created_at as "isChanged",
        exists (select 1 from user_specializations us where us.specialization_id = s.id)
          or exists (select 1 from certificates c where c.specialization_id = s.id) as "isUsed"
      from specializations s where (s.name, s.description) in (${wanted})
      order by s.created_at desc, s.name`,
  );
}

// A demo league was written at one moment; later changes have another timestamp.
function findLeagues(tx: Database): Promise<Found[]> {
  const wanted = DEMO_COHORTS.flatMap((cohort) => cohort.leagues);
  const sizes = sql.join(
    wanted.map(
      ({
        name,
        description,
        assignment,
        weeks,
      }) => sql`(${name}, ${description}, ${assignment ? 1 : 0}::int, ${weeks.length}::int,
        ${weeks.flatMap((week) => week.sections).length}::int,
        ${weeks.flatMap((week) => week.sections).flatMap((section) => section.resources).length}::int)`,
    ),
    sql`, `,
  );
  return queryRows<Found>(
    tx,
    sql`with wanted (name, description, assignments, weeks, sections, resources) as (values ${sizes}),
      own as (
        select l.*, wanted.assignments, wanted.weeks, wanted.sections, wanted.resources
        from leagues l join wanted on wanted.name = l.name and wanted.description = l.description
      ),
      parts as (
        select w.league_id, w.id, 'week' as kind, w.created_at, w.updated_at from weeks w
        union all select w.league_id, s.id, 'section', s.created_at, s.updated_at
          from sections s join weeks w on w.id = s.week_id
        union all select w.league_id, r.id, 'resource', r.created_at, r.updated_at
          from resources r join sections s on s.id = r.section_id join weeks w on w.id = s.week_id
      )
      select own.id, own.name,
        own.updated_at <> own.created_at
          or exists (select 1 from parts p where p.league_id = own.id
            and (p.created_at, p.updated_at) is distinct from (own.created_at, own.created_at))
          or exists (select 1 from badges b where b.league_id = own.id and b.updated_at <> b.created_at)
          or exists (select 1 from assignments a where a.league_id = own.id and a.updated_at <> a.created_at)
          or (own.assignments, own.weeks, own.sections, own.resources) is distinct from (
            (select count(*) from assignments a where a.league_id = own.id),
            (select count(*) from parts p where p.league_id = own.id and p.kind = 'week'),
            (select count(*) from parts p where p.league_id = own.id and p.kind = 'section'),
            (select count(*) from parts p where p.league_id = own.id and p.kind = 'resource')) as "isChanged",
        exists (select 1 from enrollments e where e.league_id = own.id)
          or exists (select 1 from progress_events e where e.league_id = own.id)
          or exists (select 1 from pathfinder_scopes p where p.league_id = own.id)
          or exists (select 1 from certificates c where c.league_id = own.id)
          or exists (select 1 from announcements a where a.league_id = own.id)
          or exists (select 1 from events ev where ev.league_id = own.id)
          or exists (select 1 from specialization_leagues sl where sl.league_id = own.id)
          or exists (select 1 from user_badges ub join badges b on b.id = ub.badge_id where b.league_id = own.id)
          or exists (select 1 from submissions su join assignments a on a.id = su.assignment_id
            where a.league_id = own.id) as "isUsed"
      from own order by own.created_at desc`,
  );
}

function findCohorts(tx: Database): Promise<Found[]> {
  const wanted = commaRows(DEMO_COHORTS);
  return queryRows<Found>(
    tx,
    sql`select c.id, c.name, c.updated_at <> c.created_at as "isChanged",
        exists (select 1 from leagues l where l.cohort_id = c.id)
          or exists (select 1 from enrollments e where e.cohort_id = c.id)
          or exists (select 1 from specializations s where s.cohort_id = c.id)
          or exists (select 1 from announcements a where a.cohort_id = c.id)
          or exists (select 1 from users u where u.current_cohort_id = c.id) as "isUsed"
      from cohorts c where (c.name, c.description) in (${wanted}) order by c.created_at desc`,
  );
}
