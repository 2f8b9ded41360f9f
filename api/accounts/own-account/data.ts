import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/access/actor.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { PERSONAL_DATA } from './personal-data.ts';

export type DataValue = string | number | boolean | null | DataValue[] | { [name: string]: DataValue };

/** Keyed by the part names of PERSONAL_DATA. */
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

function fieldsOf(alias: string, columns: string): Record<string, SQL> {
  return Object.fromEntries(
    columns.split(' ').map((column) => {
      const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const source = `${alias}.${column}`;
      return [name, column.endsWith('_at') ? moment(source) : sql.raw(source)];
    }),
  );
}

const ANSWER = 'status content file_url github_url live_url submitted_at feedback reviewed_at';

function partsOf(id: string): Record<string, SQL> {
  const ownRows = (
    alias: string,
    from: string,
    order: string,
    columns: string,
    called: Record<string, SQL> = {},
  ) =>
    listOf(sql`from ${sql.raw(from)} where ${sql.raw(`${alias}.user_id`)} = ${id}`, order, {
      ...called,
      ...fieldsOf(alias, columns),
    });
  return {
    account: sql`select ${objectOf({
      ...fieldsOf(
        'u',
        'id name email email_verified_at mailbox_proven_at role status institute department graduation_year phone_number student_id ' +
          'olid migrated_to_v2_at discord_username portfolio_url twitter_handle linkedin_url github_username ' +
          'kaggle_username current_cohort_id closed_at approved_at approved_by_id created_at updated_at',
      ),
      currentCohort: sql`(select c.name from cohorts c where c.id = u.current_cohort_id)`,
    })} from users u where u.id = ${id}`,
    sessions: ownRows(
      's',
      'sessions s',
      's.created_at',
      'user_id ip_address user_agent created_at last_used_at expires_at revoked_at proven_at passkey_proven_at',
    ),
    formerAddresses: ownRows('a', 'former_addresses a', 'a.created_at', 'user_id email created_at'),
    reportLinks: ownRows('l', 'report_links l', 'l.created_at', 'user_id email session_began_at created_at'),
    knownOrigins: ownRows('k', 'known_origins k', 'k.last_used_at', 'user_id kind last_used_at'),
    passkeys: ownRows(
      'k',
      'passkeys k',
      'k.created_at',
      'user_id name created_at last_used_at credential_id public_key counter transports is_synced',
    ),
    recoveryCodes: ownRows('k', 'recovery_codes k', 'k.created_at', 'user_id created_at'),
    // A change to a taken address has a code that never works; listing it hides that the address is taken.
    codes: listOf(
      sql`from one_time_codes o where o.user_id = ${id}
        or (o.kind = 'EMAIL_CHANGE' and o.email = (select u.email from users u where u.id = ${id}))`,
      'o.created_at',
      {
        userId: sql`${id}::text`,
        ...fieldsOf('o', 'kind email new_email attempts created_at expires_at used_at'),
      },
    ),
    scopes: listOf(
      sql`from pathfinder_scopes p join leagues l on l.id = p.league_id where p.pathfinder_id = ${id}`,
      'p.assigned_at',
      {
        ...fieldsOf(
          'p',
          'pathfinder_id league_id can_manage_users can_view_analytics can_create_content assigned_at',
        ),
        league: sql`l.name`,
      },
    ),
    enrollments: listOf(
      sql`from enrollments e join leagues l on l.id = e.league_id join cohorts c on c.id = e.cohort_id
        where e.user_id = ${id}`,
      'e.enrolled_at',
      {
        ...fieldsOf('e', 'user_id cohort_id league_id enrolled_at updated_at'),
        league: sql`l.name`,
        cohort: sql`c.name`,
      },
    ),
    progressEvents: ownRows(
      'e',
      'progress_events e',
      'e.id',
      'user_id resource_id section_id league_id kind personal_note time_spent_seconds restored_completed_at ' +
        'restored_marked_at undoes_id occurred_at',
    ),
    revisionCards: ownRows(
      'c',
      'revision_cards c join resources r on r.id = c.resource_id',
      'c.due_at, c.resource_id',
      'user_id resource_id marked_at due_at stability difficulty state repetitions lapses scheduled_days reviewed_at',
      { resource: sql`r.title` },
    ),
    revisionReviews: ownRows(
      'v',
      'revision_reviews v join resources r on r.id = v.resource_id',
      'v.id',
      'user_id resource_id rating card_before reviewed_at undone_at',
      { resource: sql`r.title` },
    ),
    revisionPauses: ownRows('p', 'revision_pauses p', 'p.paused_at', 'user_id paused_at'),
    resourceProgress: ownRows(
      'p',
      'resource_progress p join resources r on r.id = p.resource_id',
      'p.created_at, p.id',
      'user_id resource_id completed_at marked_for_revision_at personal_note time_spent_seconds created_at updated_at',
      { resource: sql`r.title` },
    ),
    sectionProgress: ownRows(
      'p',
      'section_progress p join sections s on s.id = p.section_id',
      'p.created_at, p.section_id',
      'user_id section_id completed_resources completed_at marked_for_revision_at personal_note created_at updated_at',
      { section: sql`s.name` },
    ),
    leagueProgress: ownRows(
      'p',
      'league_progress p join leagues l on l.id = p.league_id',
      'l.name',
      'user_id league_id completed_resources completed_sections completed_weeks last_completed_at last_completed_resource_id updated_at',
      { league: sql`l.name` },
    ),
    learnerStats: sql`select ${objectOf(
      fieldsOf(
        's',
        'user_id completed_resources badges_earned last_completed_at last_completed_resource_id is_ranked',
      ),
    )} from learner_stats s where s.user_id = ${id}`,
    weekRanks: listOf(
      sql`from rank_snapshots k where k.week_start in (select w.week_start from rank_weeks w) and k.user_id = ${id}`,
      'k.week_start',
      fieldsOf('k', 'user_id week_start rank'),
    ),
    submissions: listOf(
      sql`from submissions s join assignments a on a.id = s.assignment_id where s.user_id = ${id}`,
      's.created_at',
      {
        assignment: sql`a.title`,
        ...fieldsOf('s', `user_id assignment_id attempts ${ANSWER} created_at updated_at`),
        everyAttempt: sql`(${listOf(
          sql`from submission_attempts t where t.submission_id = s.id`,
          't.number',
          fieldsOf('t', `submission_id number ${ANSWER}`),
        )})`,
      },
    ),
    badges: ownRows(
      'b',
      'user_badges b join badges n on n.id = b.badge_id',
      'b.earned_at',
      'user_id badge_id earned_at reason',
      { badge: sql`n.name` },
    ),
    specializations: ownRows(
      'u',
      'user_specializations u join specializations n on n.id = u.specialization_id',
      'u.completed_at',
      'user_id specialization_id completed_at',
      { specialization: sql`n.name` },
    ),
    certificates: ownRows(
      'c',
      'certificates c',
      'c.issued_at, c.id',
      'user_id code kind league_id specialization_id holder_name title issuer completed_at issued_at renamed_at ' +
        'renaming_reason revoked_at revocation_reason',
    ),
    messages: ownRows(
      'm',
      'outbox_messages m',
      'm.created_at',
      'user_id kind to_address created_at sent_at failed_at',
    ),
    auditEntries: listOf(sql`from audit_log a where a.actor_id = ${id} or a.target_user_id = ${id}`, 'a.id', {
      ...fieldsOf('a', 'action created_at request_id'),
      isMine: sql`a.actor_id is not distinct from ${id}`,
      isAboutMe: sql`a.target_user_id is not distinct from ${id}`,
      description: sql`case when a.target_user_id = ${id} then a.description end`,
      metadata: sql`case when a.target_user_id = ${id} then a.metadata end`,
      evidence: sql`case when a.target_user_id = ${id} then a.evidence end`,
      ipAddress: sql`case when a.actor_id = ${id} then a.ip_address end`,
    }),
    workForOthers: sql`select ${objectOf({
      reviews: sql`(${listOf(
        sql`from submission_attempts t where t.reviewed_by_id = ${id}`,
        't.reviewed_at',
        fieldsOf('t', 'submission_id number status feedback reviewed_at'),
      )})`,
      reviewsInHand: sql`(select count(*) from submissions s where s.claimed_by_id = ${id})`,
      latestReviews: sql`(select count(*) from submissions s where s.reviewed_by_id = ${id})`,
      accountsApproved: sql`(select count(*) from users u where u.approved_by_id = ${id})`,
      scopesGiven: sql`(select count(*) from pathfinder_scopes p where p.assigned_by_id = ${id})`,
      badgesGiven: sql`(select count(*) from user_badges b where b.awarded_by_id = ${id})`,
      certificatesRevoked: sql`(select count(*) from certificates c where c.revoked_by_id = ${id})`,
    })}`,
  };
}
