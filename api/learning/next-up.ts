import { type SQL, sql } from 'drizzle-orm';
import type { NextUp } from '#contract/learning.ts';
import { isoMoment } from '../db/prepared-json.ts';
import { isExpiredLeague } from './json.ts';
import { revisionSumsSql } from './revision.ts';

/** An assignment counts as due soon this long before its date. */
export const DUE_SOON = sql`interval '7 days'`;
const ASSIGNMENTS_MAX = 20;
/** League contents need an ACTIVE account with a verified address; staff also enroll other accounts. */
const mayRead = sql`u.status = 'ACTIVE' and u.email_verified_at is not null`;

/**
 * What user `u` does next: the first resource not done in each league enrolled in, in curriculum order, the league
 * worked in last first; what is due for revision; answers that need revision, then assignments
 * without an answer that are due soon or over. Leagues and
 * sections that are complete are skipped by their counts. No two of one place have the same order, so that the indexes by
 * it lead to what comes first, one place inside another, and nothing behind it is read.
 */
export function nextUpJson(timeZone: string): SQL<NextUp> {
  return sql<NextUp>`json_build_object(
    'resources', (
      select coalesce(json_agg(json_build_object(
        'league', json_build_object('id', l.id, 'name', l.name),
        'week', json_build_object('id', n.week_id, 'name', n.week_name),
        'section', json_build_object('id', n.section_id, 'name', n.section_name),
        'resource', json_build_object('id', n.id, 'title', n.title, 'type', n.type)
      ) order by coalesce(lp.updated_at, e.enrolled_at) desc, l.id), '[]')
      from (select league_id, max(enrolled_at) as enrolled_at from enrollments
        where user_id = u.id and ${mayRead} group by league_id) e
      left join league_progress lp on lp.user_id = u.id and lp.league_id = e.league_id
      join leagues l on l.id = e.league_id and not ${isExpiredLeague}
        and l.resources_count > coalesce(lp.completed_resources, 0)
      cross join lateral (
        select w.id as week_id, w.name as week_name, s.id as section_id, s.name as section_name, r.id, r.title, r.type
        from weeks w
        cross join lateral (
          select s.id, s.name from sections s
          where s.week_id = w.id and s.resources_count > coalesce((select sp.completed_resources
            from section_progress sp where sp.user_id = u.id and sp.section_id = s.id), 0)
          order by s."order" limit 1
        ) s
        cross join lateral (
          select r.id, r.title, r.type from resources r
          where r.section_id = s.id and not exists (select 1 from resource_progress rp
            where rp.user_id = u.id and rp.resource_id = r.id and rp.completed_at is not null)
          order by r."order" limit 1
        ) r
        where w.league_id = l.id
        order by w."order" limit 1
      ) n),
    'revision', (select json_build_object('marked', c.marked, 'due', c.due, 'pausedAt', c."pausedAt")
      from (${revisionSumsSql(timeZone, sql`u.id`)}) c),
    'assignments', (
      select coalesce(json_agg(json_build_object(
        'id', d.id, 'title', d.title, 'league', json_build_object('id', d.league_id, 'name', d.league_name),
        'dueDate', ${isoMoment(sql`d.due_at`)}, 'isOverdue', coalesce(d.due_at <= now(), false), 'status', d.status
      ) order by d.status, d.due_at, d.id), '[]')
      from (
        select a.id, a.title, a.due_at, l.id as league_id, l.name as league_name, m.status
        from assignments a
        join leagues l on l.id = a.league_id
        left join submissions m on m.assignment_id = a.id and m.user_id = u.id
        where ${mayRead} and (m.status = 'NEEDS_REVISION'
            or m.id is null and a.due_at < now() + ${DUE_SOON} and not ${isExpiredLeague})
          and exists (select 1 from enrollments e where e.user_id = u.id and e.league_id = l.id)
        order by m.status, a.due_at, a.id limit ${sql.raw(String(ASSIGNMENTS_MAX))}
      ) d))`;
}
