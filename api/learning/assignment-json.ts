import { type SQL, sql } from 'drizzle-orm';
import { isoMoment } from '../db/prepared-json.ts';

const answer = (table: SQL) => sql`'content', ${table}.content, 'githubUrl', ${table}.github_url,
  'liveUrl', ${table}.live_url, 'fileUrl', ${table}.file_url,
  'feedback', ${table}.feedback, 'reviewedAt', ${isoMoment(sql`${table}.reviewed_at`)}`;

/** The assignment of league `l` as the wire carries it (ENT-48); null where there is none. */
export const leagueAssignmentJson = sql`(
  select json_build_object('id', a.id, 'title', a.title, 'description', a.description,
    'dueDate', ${isoMoment(sql`a.due_at`)}, 'leagueId', l.id,
    'league', json_build_object('id', l.id, 'name', l.name),
    'createdAt', ${isoMoment(sql`a.created_at`)}, 'updatedAt', ${isoMoment(sql`a.updated_at`)})
  from assignments a where a.league_id = l.id)`;

/** What `user` answered to the assignment of league `l`, with every attempt, the latest first (ENT-49). */
export const ownSubmissionsJson = (user: SQL) => sql`(
  select coalesce(json_agg(json_build_object('id', sm.id, 'status', sm.status, 'attempts', sm.attempts,
    'submittedAt', ${isoMoment(sql`sm.submitted_at`)}, ${answer(sql`sm`)},
    'assignment', json_build_object('id', a.id, 'title', a.title, 'leagueId', l.id,
      'league', json_build_object('id', l.id, 'name', l.name)),
    'history', (
      select coalesce(json_agg(json_build_object('number', t.number, 'status', t.status,
        'submittedAt', ${isoMoment(sql`t.submitted_at`)}, ${answer(sql`t`)}) order by t.number desc), '[]')
      from submission_attempts t where t.submission_id = sm.id)
  ) order by sm.submitted_at desc, sm.id desc), '[]')
  from assignments a join submissions sm on sm.assignment_id = a.id and sm.user_id = ${user}
  where a.league_id = l.id)`;
