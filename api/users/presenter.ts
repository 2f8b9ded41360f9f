import { eq, type SQL, sql } from 'drizzle-orm';
import type { User } from '../contract/users.ts';
import { type Database, toIso } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { cohorts } from '../db/schema/curriculum.ts';

const approver = sql<string | null>`(select a.name from users a where a.id = ${users.approvedById})`;

const list = (query: SQL) => sql<string>`coalesce((${query})::text, '[]')`;

const enrollmentList = list(sql`
  select json_agg(json_build_object(
    'id', e.id, 'userId', e.user_id, 'cohortId', e.cohort_id, 'leagueId', e.league_id,
    'enrolledAt', e.enrolled_at, 'createdAt', e.enrolled_at, 'updatedAt', e.updated_at,
    'league', json_build_object('id', l.id, 'name', l.name),
    'cohort', json_build_object('id', c.id, 'name', c.name)
  ) order by e.enrolled_at desc, e.id)
  from enrollments e join leagues l on l.id = e.league_id join cohorts c on c.id = e.cohort_id
  where e.user_id = ${users.id}`);

const scopeList = list(sql`
  select json_agg(json_build_object(
    'id', s.id, 'leagueId', s.league_id, 'canManageUsers', s.can_manage_users,
    'canViewAnalytics', s.can_view_analytics, 'canCreateContent', s.can_create_content,
    'assignedAt', s.assigned_at, 'league', json_build_object('id', l.id, 'name', l.name)
  ) order by l.name)
  from pathfinder_scopes s join leagues l on l.id = s.league_id
  where s.pathfinder_id = ${users.id}`);

const specializationList = list(sql`
  select json_agg(json_build_object(
    'id', u.id, 'completedAt', u.completed_at,
    'specialization', json_build_object('id', s.id, 'name', s.name)
  ) order by u.completed_at desc)
  from user_specializations u join specializations s on s.id = u.specialization_id
  where u.user_id = ${users.id}`);

/** The columns of an account that may leave the server towards its owner; the password hash is not among them. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  status: users.status,
  emailVerifiedAt: users.emailVerifiedAt,
  olid: users.olid,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  institute: users.institute,
  department: users.department,
  graduationYear: users.graduationYear,
  studentId: users.studentId,
  phoneNumber: users.phoneNumber,
  portfolioUrl: users.portfolioUrl,
  githubUsername: users.githubUsername,
  twitterHandle: users.twitterHandle,
  linkedinUrl: users.linkedinUrl,
  discordUsername: users.discordUsername,
  kaggleUsername: users.kaggleUsername,
  migratedToV2At: users.migratedToV2At,
  currentCohortId: users.currentCohortId,
  cohortName: cohorts.name,
  cohortIsActive: cohorts.isActive,
  approvedById: users.approvedById,
  approvedBy: approver,
  enrollments: enrollmentList,
  pathfinderScopes: scopeList,
  specializations: specializationList,
};

function selectUsers(db: Database) {
  return db.select(columns).from(users).leftJoin(cohorts, eq(cohorts.id, users.currentCohortId));
}

type UserRow = Awaited<ReturnType<typeof selectUsers>>[number];

/** Builds the prepared reader of one whole account; null when it does not exist. One statement. */
export function createUserReader(db: Database) {
  const query = selectUsers(db)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('read_user');
  return async (id: string): Promise<User | null> => {
    const [row] = await query.execute({ id });
    return row ? toUser(row) : null;
  };
}

/** One whole account, inside a transaction or out of it; null when it does not exist. */
export async function findUser(db: Database, id: string): Promise<User | null> {
  const [row] = await selectUsers(db).where(eq(users.id, id));
  return row ? toUser(row) : null;
}

function toUser(row: UserRow): User {
  const { emailVerifiedAt, migratedToV2At, cohortName, cohortIsActive, ...plain } = row;
  return {
    ...plain,
    emailVerified: emailVerifiedAt !== null,
    migratedToV2: migratedToV2At === null ? null : true,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    currentCohort:
      row.currentCohortId === null || cohortName === null
        ? null
        : { id: row.currentCohortId, name: cohortName, isActive: cohortIsActive === true },
    enrollments: withMoments<User['enrollments'][number]>(row.enrollments, [
      'enrolledAt',
      'createdAt',
      'updatedAt',
    ]),
    pathfinderScopes: withMoments<User['pathfinderScopes'][number]>(row.pathfinderScopes, ['assignedAt']),
    specializations: withMoments<User['specializations'][number]>(row.specializations, ['completedAt']),
  };
}

function withMoments<Item>(json: string, fields: (keyof Item & string)[]): Item[] {
  const items = JSON.parse(json) as Item[];
  return items.map((item) => ({
    ...item,
    ...Object.fromEntries(fields.map((field) => [field, toIso(String(item[field]))])),
  }));
}
