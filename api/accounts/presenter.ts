import { type SQL, sql } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import { alphabetical } from '../db/alphabet.ts';
import type { Database } from '../db/client.ts';
import { learnerVersion } from '../db/learner-version.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';

const list = (query: SQL) => sql`coalesce((${query}), '[]')`;

const enrollments = list(sql`
  select json_agg(json_build_object(
    'id', e.id, 'userId', e.user_id, 'cohortId', e.cohort_id, 'leagueId', e.league_id,
    'enrolledAt', ${isoMoment(sql`e.enrolled_at`)}, 'createdAt', ${isoMoment(sql`e.enrolled_at`)},
    'updatedAt', ${isoMoment(sql`e.updated_at`)},
    'league', json_build_object('id', l.id, 'name', l.name),
    'cohort', json_build_object('id', c.id, 'name', c.name)
  ) order by e.enrolled_at desc, e.id)
  from enrollments e join leagues l on l.id = e.league_id join cohorts c on c.id = e.cohort_id
  where e.user_id = u.id`);

const pathfinderScopes = list(sql`
  select json_agg(json_build_object(
    'id', s.id, 'leagueId', s.league_id, 'canManageUsers', s.can_manage_users,
    'canViewAnalytics', s.can_view_analytics, 'canCreateContent', s.can_create_content,
    'assignedAt', ${isoMoment(sql`s.assigned_at`)},
    'league', json_build_object('id', l.id, 'name', l.name),
    'assignedBy', (select json_build_object('id', a.id, 'name', a.name) from users a where a.id = s.assigned_by_id)
  ) order by ${alphabetical(sql`l.name`)})
  from pathfinder_scopes s join leagues l on l.id = s.league_id
  where s.pathfinder_id = u.id`);

const specializations = list(sql`
  select json_agg(json_build_object(
    'id', us.id, 'completedAt', ${isoMoment(sql`us.completed_at`)},
    'specialization', json_build_object('id', s.id, 'name', s.name)
  ) order by us.completed_at desc)
  from user_specializations us join specializations s on s.id = us.specialization_id
  where us.user_id = u.id`);

/** What of an account may leave the server towards its owner; the password hash is not among it (docs/api.md 1.1). */
export const userJson = sql`json_build_object(
  'id', u.id, 'name', u.name, 'email', u.email, 'role', u.role, 'status', u.status,
  'emailVerified', u.email_verified_at is not null, 'olid', u.olid,
  'createdAt', ${isoMoment(sql`u.created_at`)}, 'updatedAt', ${isoMoment(sql`u.updated_at`)},
  'institute', u.institute, 'department', u.department, 'graduationYear', u.graduation_year,
  'studentId', u.student_id, 'phoneNumber', u.phone_number,
  'portfolioUrl', u.portfolio_url, 'githubUsername', u.github_username, 'twitterHandle', u.twitter_handle,
  'linkedinUrl', u.linkedin_url, 'discordUsername', u.discord_username, 'kaggleUsername', u.kaggle_username,
  'migratedToV2', case when u.migrated_to_v2_at is not null then true end,
  'currentCohortId', u.current_cohort_id,
  'currentCohort', case when c.id is not null then
    json_build_object('id', c.id, 'name', c.name, 'isActive', c.is_active) end,
  'approvedById', u.approved_by_id, 'approvedBy', (select a.name from users a where a.id = u.approved_by_id),
  'enrollments', ${enrollments}, 'pathfinderScopes', ${pathfinderScopes}, 'specializations', ${specializations})`;

/** What `userJson` reads: the account is `u`. */
export const userSource = sql`users u left join cohorts c on c.id = u.current_cohort_id`;

/**
 * Prepares the reader of an account as its owner sees it, for a reply that goes out as the database wrote it: the text of
 * the JSON with the version it was read at (docs/decisions/0052). It answers with no row for an account that is gone.
 */
export function prepareUserText(db: Database) {
  return prepareJson<{ version: string; text: string }>(db, 'own_profile', {
    json: sql`json_build_object('version', ${learnerVersion(sql`u.id`)}, 'text', (${userJson})::text)`,
    from: sql`${userSource} where u.id = ${sql.placeholder('id')}`,
  });
}

/** One whole account inside a transaction, as its owner sees it; null when it does not exist. */
export async function findUser(tx: Database, id: string): Promise<User | null> {
  const find = prepareJson<User>(tx, 'read_user', {
    json: userJson,
    from: sql`${userSource} where u.id = ${sql.placeholder('id')}`,
  });
  return (await find({ id }))[0] ?? null;
}
