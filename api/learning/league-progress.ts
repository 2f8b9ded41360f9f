import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decideAccess } from '#contract/access.ts';
import { LEARNING_ERRORS, type LeagueProgress } from '#contract/learning.ts';
import { isAdmin } from '#contract/roles.ts';
import { type Actor, listScopes } from '../access/actor.ts';
import { leagueCertificateJson } from '../awards/certificates/own-json.ts';
import type { Database } from '../db/client.ts';
import { curriculumVersion } from '../db/curriculum-version.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';
import type { SharedReadings } from '../db/shared-readings.ts';
import { ApiError } from '../errors/api-error.ts';
import { ENVELOPE, JsonReply } from '../http/reply.ts';
import { ownSubmissionsJson } from './assignment-json.ts';
import { isExpiredLeague } from './json.ts';
import { type OwnLeague, type SharedLeague, writeLeague } from './shared-league.ts';
import { recordJson } from './shared-resources.ts';
import { decideViewing } from './viewing.ts';

/** What a caller asks for, with what their own statement found; null where there is no such league. */
interface Asking {
  actor: Actor;
  leagueId: string;
  askedUserId: string | undefined;
  own: OwnLeague | null;
}

/**
 * Builds the reader of the league page: the league down to its resources with a learner's progress (ENT-38). The league
 * is shared; a learner's own part comes with the session, so that one's own page is one statement whatever its size.
 * Throws LEAGUE_NOT_FOUND, USER_NOT_FOUND, LEAGUE_NOT_ENROLLED, PROGRESS_OF_OTHERS_REFUSED.
 */
export function createLeagueProgressReader(db: Database, leagues: SharedReadings<SharedLeague | null>) {
  const find = prepareLeague(db);

  return async function getLeagueProgress({
    actor,
    leagueId,
    askedUserId,
    own: ofCaller,
  }: Asking): Promise<JsonReply> {
    const { userId, viewerId } = decideViewing(actor, askedUserId);
    if (viewerId && !(await seesLearners(db, actor, leagueId))) {
      throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
    }
    const isOwn = userId === actor.id;
    const found = isOwn ? { user: actor, own: ofCaller } : (await find({ userId, leagueId }))[0];
    const page = await leagues.getWith(
      leagueId,
      found?.own ?? null,
      async () => (await find({ userId, leagueId }))[0]?.own ?? null,
    );
    if (!page) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
    if (!found?.user) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
    if (!page.own.enrollment && !(isOwn && (await previews(db, actor, leagueId)))) {
      throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
    }
    return new JsonReply(ENVELOPE.join(writeLeague(found.user, page.shared, page.own)));
  };
}

/** A caller's own part of the league that the path names, a JSON value to be read with the session. */
export function ownLeague(userId: SQL | PgColumn): SQL<OwnLeague | null> {
  return sql<OwnLeague | null>`(select ${ownLeagueJson(sql`${userId}`)} from leagues l
    where l.id = ${sql.placeholder('leagueId')})`;
}

/** Staff with a scope for the league see it without being enrolled, as they may tick there (docs/api.md 1.7). */
async function previews(db: Database, actor: Actor, leagueId: string): Promise<boolean> {
  if (!decideAccess(actor, 'staff').allowed || !isAdmin(actor.role)) return false;
  if (actor.role === 'GRAND_PATHFINDER') return true;
  return (await listScopes(db, actor)).some((scope) => scope.leagueId === leagueId);
}

async function seesLearners(db: Database, actor: Actor, leagueId: string): Promise<boolean> {
  const scope = (await listScopes(db, actor)).find((candidate) => candidate.leagueId === leagueId);
  return scope !== undefined && (scope.canViewAnalytics || scope.canManageUsers);
}

function prepareLeague(db: Database) {
  const user = sql`${sql.placeholder('userId')}`;
  return prepareJson<{ user: LeagueProgress['user'] | null; own: OwnLeague }>(db, 'league_of_learner', {
    json: sql`json_build_object(
      'user', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
        from users u where u.id = ${user}),
      'own', ${ownLeagueJson(user)})`,
    from: sql`leagues l where l.id = ${sql.placeholder('leagueId')}`,
  });
}

/** What `user` has of league `l`. */
function ownLeagueJson(user: SQL): SQL {
  return sql`json_build_object(
    'version', ${curriculumVersion},
    'isExpired', ${isExpiredLeague},
    'enrollment', (
      select json_build_object('id', e.id, 'enrolledAt', ${isoMoment(sql`e.enrolled_at`)})
      from enrollments e where e.user_id = ${user} and e.league_id = l.id
      order by e.enrolled_at, e.id limit 1),
    'earnedAt', (
      select ${isoMoment(sql`ub.earned_at`)} from badges b
      join user_badges ub on ub.badge_id = b.id and ub.user_id = ${user} where b.league_id = l.id),
    'certificate', ${leagueCertificateJson(user)},
    'submissions', ${ownSubmissionsJson(user)},
    'sections', (
      select coalesce(json_agg(json_build_array(sp.section_id, ${isoMoment(sql`sp.completed_at`)},
        sp.personal_note, sp.marked_for_revision_at is not null)), '[]')
      from weeks w
      join sections s on s.week_id = w.id
      join section_progress sp on sp.section_id = s.id and sp.user_id = ${user}
      where w.league_id = l.id),
    'records', (
      select coalesce(json_agg(${recordJson}), '[]')
      from weeks w
      join sections s on s.week_id = w.id
      join resources r on r.section_id = s.id
      join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${user}
      where w.league_id = l.id))`;
}
