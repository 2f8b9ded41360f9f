import { sql } from 'drizzle-orm';
import { isoMoment } from '../db/prepared-json.ts';

/** The record of resource_progress `rp` of the learner `user`, as a row (ENT-44). */
export const progressRowJson = (user: ReturnType<typeof sql>) => sql`json_build_object(
  'id', rp.id,
  'userId', ${user}::text,
  'resourceId', r.id,
  'isCompleted', rp.completed_at is not null,
  'completedAt', ${isoMoment(sql`rp.completed_at`)},
  'markedForRevision', rp.marked_for_revision_at is not null,
  'personalNote', rp.personal_note,
  'timeSpent', rp.time_spent_seconds,
  'createdAt', ${isoMoment(sql`rp.created_at`)},
  'updatedAt', ${isoMoment(sql`rp.updated_at`)})`;

/** Resource `r` with section `s`, week `w` and league `l` around it. */
export const placedResourceJson = sql`json_build_object(
  'id', r.id, 'title', r.title, 'url', r.url, 'type', r.type, 'order', r."order",
  'section', json_build_object('id', s.id, 'name', s.name,
    'week', json_build_object('id', w.id, 'name', w.name,
      'league', json_build_object('id', l.id, 'name', l.name))))`;

/** Whether league `l` is over. */
export const isExpiredLeague = sql`(l.expires_at is not null and l.expires_at <= now())`;
