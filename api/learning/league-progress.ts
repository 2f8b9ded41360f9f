import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decideAccess } from '#contract/access.ts';
import { LEARNING_ERRORS, type LeagueProgress } from '#contract/learning.ts';
import { isAdmin } from '#contract/roles.ts';
import { type Actor, listScopes } from '../access/actor.ts';
import { leagueCertificateJson } from '../awards/certificates/own-json.ts';
import type { Database } from '../db/client.ts';
import { curriculumVersion } from '../db/curriculum-version.ts';
import { learnerVersion, type SeenLearner, seenLearner, toEpochMs } from '../db/learner-version.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';
import type { SharedReadings, Versioned } from '../db/shared-readings.ts';
import { ApiError } from '../errors/api-error.ts';
import { ENVELOPE, JsonReply, KeptJson } from '../http/reply.ts';
import { ownSubmissionsJson } from './assignment-json.ts';
import { isExpiredLeague } from './json.ts';
import { type OwnLeague, type SharedLeague, writeLeague } from './shared-league.ts';
import { recordJson } from './shared-resources.ts';
import { decideViewing } from './viewing.ts';

/** The page of one learner. Null in place of the page where there is no such account. */
interface LeaguePage {
  json: KeptJson | null;
  isEnrolled: boolean;
}

/** What a caller asks for, with what their own statement saw of them; null where there is no such league. */
interface Asking {
  actor: Actor;
  leagueId: string;
  askedUserId: string | undefined;
  own: SeenLearner | null;
}

/**
 * Builds the readers of the league page: the league down to its resources with a learner's progress (ENT-38). The league
 * is read once for everybody and the records of a learner laid over it; `pages` keeps what becomes of both for the
 * learner who asks again.
 */
export function createLeagueReaders(db: Database, leagues: SharedReadings<SharedLeague | null>) {
  const find = prepareLeague(db);

  /** The page of a learner, by a key of `toPageKey`. The value is null for no league. */
  async function read(key: string): Promise<Versioned<LeaguePage | null>> {
    const [userId, leagueId] = key.split(' ');
    let found = (await find({ userId, leagueId }))[0];
    const page = await leagues.getWith(leagueId ?? '', found?.own ?? null, async () => {
      found = (await find({ userId, leagueId }))[0];
      return found?.own ?? null;
    });
    if (!page || !found) return { version: '', value: null };
    const { user, version, untilMs } = found;
    const json = user && new KeptJson(ENVELOPE.join(writeLeague(user, page.shared, page.own)));
    return { version, untilMs, value: { json, isEnrolled: page.own.enrollment !== null } };
  }

  /** Throws LEAGUE_NOT_FOUND, USER_NOT_FOUND, LEAGUE_NOT_ENROLLED, PROGRESS_OF_OTHERS_REFUSED. */
  async function get(
    { actor, leagueId, askedUserId, own }: Asking,
    pages: SharedReadings<LeaguePage | null>,
  ): Promise<JsonReply> {
    const { userId, viewerId } = decideViewing(actor, askedUserId);
    if (viewerId && !(await seesLearners(db, actor, leagueId))) {
      throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
    }
    if (!own) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
    const key = toPageKey(userId, leagueId);
    const isOwn = userId === actor.id;
    const { value: page } = isOwn ? await pages.get(key, own.version, own.atMs) : await read(key);
    if (!page) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
    if (!page.json) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
    if (!page.isEnrolled && !(isOwn && (await previews(db, actor, leagueId)))) {
      throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
    }
    return new JsonReply(page.json);
  }

  return { read, get };
}

const toPageKey = (userId: string, leagueId: string) => `${userId} ${leagueId}`;

/** How much memory a kept page takes, about. */
export const bytesOfPage = (page: LeaguePage | null): number => 500 + (page?.json?.bytes.length ?? 0);

/** What a call for the own page of the league that the path names reads with the session; null where there is none. */
export function seenInLeague(userId: PgColumn): SQL<SeenLearner | null> {
  return sql<SeenLearner | null>`(select ${seenLearner(userId)} from leagues l
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
  return prepareJson<{
    version: string;
    untilMs: number | null;
    user: LeagueProgress['user'] | null;
    own: OwnLeague;
  }>(db, 'league_of_learner', {
    json: sql`json_build_object(
      'version', ${learnerVersion(user)},
      'untilMs', case when not ${isExpiredLeague} then ${toEpochMs(sql`l.expires_at`)} end,
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
