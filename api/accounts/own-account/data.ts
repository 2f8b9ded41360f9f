import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { PERSONAL_DATA } from './personal-data.ts';

export type DataValue = string | number | boolean | null | DataValue[] | { [name: string]: DataValue };

export type OwnData = Record<string, DataValue>;

const moment = (column: string) =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads everything in one statement, without hashes of secrets, content of unsent messages or data of other people. */
export async function collectOwnData(db: Database, actor: Actor): Promise<OwnData> {
  const parts = partsOf(actor.id);
  const columns = Object.entries(parts).map(([name, query]) => sql`(${query}) as ${sql.identifier(name)}`);
  const [row] = await queryRows<Record<string, unknown>>(db, sql`select ${sql.join(columns, sql`, `)}`);
  const data: OwnData = {};
  for (const name of Object.keys(parts)) data[name] = toValue(row?.[name]);
  data.fields = PERSONAL_DATA.filter((field) => field.download !== null).map((field) => ({
    part: field.download,
    holds: field.columns.map(toWords).join(', '),
    purpose: field.purpose,
    kept: field.retention,
  }));
  return data;
}

/** One driver returns parsed JSON, the other text. */
function toValue(value: unknown): DataValue {
  return (typeof value === 'string' ? JSON.parse(value) : (value ?? null)) as DataValue;
}

function toWords(column: string): string {
  return column.replace(/_/g, ' ');
}

function listOf(from: SQL, order: string, fields: Record<string, SQL>): SQL {
  return sql`select coalesce(json_agg(${objectOf(fields)} order by ${sql.raw(order)}), '[]') ${from}`;
}

function objectOf(fields: Record<string, SQL>): SQL {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

function fieldsOf(alias: string, columns: readonly string[]): Record<string, SQL> {
  return Object.fromEntries(
    columns.map((column) => {
      const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const source = `${alias}.${column}`;
      return [name, column.endsWith('_at') ? moment(source) : sql.raw(source)];
    }),
  );
}

const WORK = 'workForOthers';

function ownFields(table: string, alias: string): Record<string, SQL> {
  const own = PERSONAL_DATA.filter(
    ({ table: of, download }) => of === table && download !== null && download !== WORK,
  );
  return fieldsOf(
    alias,
    own.flatMap(({ columns }) => columns),
  );
}

function partsOf(id: string): Record<string, SQL> {
  const ownRows = (from: string, order: string, called: Record<string, SQL> = {}, owner = 'user_id') => {
    const [table = '', alias = ''] = from.split(' ');
    const rows = sql`from ${sql.raw(from)} where ${sql.raw(`${alias}.${owner}`)} = ${id}`;
    return listOf(rows, order, { ...called, ...ownFields(table, alias) });
  };
  return {
    account: sql`select ${objectOf({
      ...ownFields('users', 'u'),
      currentCohort: sql`(select c.name from cohorts c where c.id = u.current_cohort_id)`,
    })} from users u where u.id = ${id}`,
    sessions: ownRows('sessions s', 's.created_at'),
    formerAddresses: ownRows('former_addresses a', 'a.created_at'),
    reportLinks: ownRows('report_links l', 'l.created_at'),
    knownOrigins: ownRows('known_origins k', 'k.last_used_at'),
    passkeys: ownRows('passkeys k', 'k.created_at'),
    recoveryCodes: ownRows('recovery_codes k', 'k.created_at'),
    // A change to a taken address has a code that never works; listing it hides that the address is taken.
    codes: listOf(
      sql`from one_time_codes o where o.user_id = ${id}
        or (o.kind = 'EMAIL_CHANGE' and o.email = (select u.email from users u where u.id = ${id}))`,
      'o.created_at',
      { ...ownFields('one_time_codes', 'o'), userId: sql`${id}::text` },
    ),
    scopes: listOf(
      sql`from pathfinder_scopes p join leagues l on l.id = p.league_id where p.pathfinder_id = ${id}`,
      'p.assigned_at',
      { ...ownFields('pathfinder_scopes', 'p'), league: sql`l.name` },
    ),
    enrollments: ownRows(
      'enrollments e join leagues l on l.id = e.league_id join cohorts c on c.id = e.cohort_id',
      'e.enrolled_at',
      { league: sql`l.name`, cohort: sql`c.name` },
    ),
    progressEvents: ownRows('progress_events e', 'e.id'),
    revisionCards: ownRows(
      'revision_cards c join resources r on r.id = c.resource_id',
      'c.due_at, c.resource_id',
      { resource: sql`r.title` },
    ),
    revisionReviews: ownRows('revision_reviews v join resources r on r.id = v.resource_id', 'v.id', {
      resource: sql`r.title`,
    }),
    revisionPauses: ownRows('revision_pauses p', 'p.paused_at'),
    resourceProgress: ownRows(
      'resource_progress p join resources r on r.id = p.resource_id',
      'p.created_at, p.id',
      { resource: sql`r.title` },
    ),
    sectionProgress: ownRows(
      'section_progress p join sections s on s.id = p.section_id',
      'p.created_at, p.section_id',
      { section: sql`s.name` },
    ),
    leagueProgress: ownRows('league_progress p join leagues l on l.id = p.league_id', 'l.name', {
      league: sql`l.name`,
    }),
    learnerStats: sql`select ${objectOf(ownFields('learner_stats', 's'))} from learner_stats s where s.user_id = ${id}`,
    weekProgress: ownRows('week_progress w', 'w.week_start'),
    weekRanks: listOf(
      sql`from rank_snapshots k where k.week_start in (select w.week_start from rank_weeks w) and k.user_id = ${id}`,
      'k.week_start',
      ownFields('rank_snapshots', 'k'),
    ),
    submissions: ownRows('submissions s join assignments a on a.id = s.assignment_id', 's.created_at', {
      assignment: sql`a.title`,
      everyAttempt: sql`(${listOf(
        sql`from submission_attempts t where t.submission_id = s.id`,
        't.number',
        ownFields('submission_attempts', 't'),
      )})`,
    }),
    badges: ownRows('user_badges b join badges n on n.id = b.badge_id', 'b.earned_at', {
      badge: sql`n.name`,
    }),
    specializations: ownRows(
      'user_specializations u join specializations n on n.id = u.specialization_id',
      'u.completed_at',
      { specialization: sql`n.name` },
    ),
    certificates: ownRows('certificates c', 'c.issued_at, c.id'),
    notifications: ownRows('notifications n', 'n.created_at, n.id'),
    newsReading: ownRows('news_readers r', 'r.updated_at'),
    newsChoices: ownRows('news_choices c', 'c.kind'),
    closedAnnouncements: ownRows(
      'announcement_dismissals d join announcements a on a.id = d.announcement_id',
      'd.dismissed_at',
      { announcement: sql`a.title` },
    ),
    eventRegistrations: ownRows('event_registrations r join events e on e.id = r.event_id', 'r.created_at', {
      event: sql`e.title`,
    }),
    mentorNaming: ownRows('mentors m', 'm.created_at'),
    mentorTimes: ownRows('mentor_slots s', 's.starts_at', {}, 'mentor_id'),
    mentorSessions: ownRows(
      'mentor_sessions m join mentor_slots s on s.id = m.slot_id',
      's.starts_at',
      fieldsOf('s', ['starts_at', 'topics', 'place']),
      'learner_id',
    ),
    mentorNotes: ownRows('mentor_notes n', 'n.updated_at', {}, 'author_id'),
    publicProfile: ownRows('public_profiles p', 'p.created_at'),
    publicProfileProjects: ownRows(
      'public_profile_projects p join submissions s on s.id = p.submission_id join assignments a on a.id = s.assignment_id',
      'p.submission_id',
      { assignment: sql`a.title` },
    ),
    credentials: listOf(
      sql`from credentials c where c.award_id in (
        select b.id from user_badges b where b.user_id = ${id}
        union select p.id from certificates p where p.user_id = ${id}
        union select s.id from user_specializations s where s.user_id = ${id})`,
      'c.created_at',
      ownFields('credentials', 'c'),
    ),
    messages: ownRows('outbox_messages m', 'm.created_at'),
    auditEntries: listOf(sql`from audit_log a where a.actor_id = ${id} or a.target_user_id = ${id}`, 'a.id', {
      ...fieldsOf('a', ['action', 'created_at', 'request_id']),
      isMine: sql`a.actor_id is not distinct from ${id}`,
      isAboutMe: sql`a.target_user_id is not distinct from ${id}`,
      description: sql`case when a.target_user_id = ${id} then a.description end`,
      metadata: sql`case when a.target_user_id = ${id} then a.metadata end`,
      evidence: sql`case when a.target_user_id = ${id} then a.evidence end`,
      ipAddress: sql`case when a.actor_id = ${id} then a.ip_address end`,
    }),
    [WORK]: sql`select ${objectOf({
      reviews: sql`(${listOf(
        sql`from submission_attempts t where t.reviewed_by_id = ${id}`,
        't.reviewed_at',
        fieldsOf('t', ['submission_id', 'number', 'status', 'feedback', 'reviewed_at']),
      )})`,
      announcements: sql`(${listOf(
        sql`from announcements a where a.author_id = ${id}`,
        'a.publish_at',
        fieldsOf('a', ['title', 'body', 'publish_at']),
      )})`,
      checkIns: sql`(select count(*) from event_registrations r where r.checked_in_by_id = ${id})`,
      reviewsInHand: sql`(select count(*) from submissions s where s.claimed_by_id = ${id})`,
      latestReviews: sql`(select count(*) from submissions s where s.reviewed_by_id = ${id})`,
      accountsApproved: sql`(select count(*) from users u where u.approved_by_id = ${id})`,
      scopesGiven: sql`(select count(*) from pathfinder_scopes p where p.assigned_by_id = ${id})`,
      mentorsNamed: sql`(select count(*) from mentors m where m.named_by_id = ${id})`,
      badgesGiven: sql`(select count(*) from user_badges b where b.awarded_by_id = ${id})`,
      certificatesRevoked: sql`(select count(*) from certificates c where c.revoked_by_id = ${id})`,
    })}`,
  };
}
