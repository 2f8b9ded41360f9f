import { sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import { LEARNING_ERRORS, type LeagueProgress } from '#contract/learning.ts';
import type { ResourceWithProgress } from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { toPercentage } from '#contract/shared.ts';
import { type Actor, listScopes } from '../access/actor.ts';
import { leagueCertificateJson } from '../awards/certificates/own-json.ts';
import type { Database } from '../db/client.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';
import { ApiError } from '../errors/api-error.ts';
import { leagueAssignmentJson, ownSubmissionsJson } from './assignment-json.ts';
import { isExpiredLeague, resourceJson } from './json.ts';
import { decideViewing } from './viewing.ts';

interface FoundSection {
  id: string;
  name: string;
  description: string | null;
  order: number;
  personalNote: string | null;
  markedForRevision: boolean;
  completedAt: string | null;
  resources: ResourceWithProgress[];
}
interface FoundWeek {
  id: string;
  name: string;
  description: string | null;
  order: number;
  sections: FoundSection[];
}
interface FoundLeague
  extends Pick<
    LeagueProgress,
    'league' | 'enrollment' | 'badge' | 'certificate' | 'assignment' | 'submissions'
  > {
  user: LeagueProgress['user'] | null;
  weeks: FoundWeek[];
}

/**
 * Builds the reader of the league page: the league down to its resources with a learner's progress, in one statement
 * whatever its size (ENT-38). Throws LEAGUE_NOT_FOUND, USER_NOT_FOUND, LEAGUE_NOT_ENROLLED, PROGRESS_OF_OTHERS_REFUSED.
 */
export function createLeagueProgressReader(db: Database) {
  const find = prepareLeague(db);

  return async function getLeagueProgress(
    actor: Actor,
    leagueId: string,
    askedUserId?: string,
  ): Promise<LeagueProgress> {
    const { userId, viewerId } = decideViewing(actor, askedUserId);
    if (viewerId && !(await seesLearners(db, actor, leagueId))) {
      throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
    }
    const [found] = await find({ userId, leagueId });
    if (!found) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
    if (!found.user) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
    if (!found.enrollment && !(userId === actor.id && (await previews(db, actor, leagueId)))) {
      throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
    }
    return toLeagueProgress({ ...found, user: found.user });
  };
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
  const user = sql.placeholder('userId');
  return prepareJson<FoundLeague>(db, 'league_progress', {
    json: sql`json_build_object(
      'user', (select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
        from users u where u.id = ${user}),
      'league', json_build_object('id', l.id, 'name', l.name, 'description', l.description,
        'cohortId', l.cohort_id, 'isExpired', ${isExpiredLeague}, 'expiresAt', ${isoMoment(sql`l.expires_at`)},
        'hasAssignment', exists (select 1 from assignments a where a.league_id = l.id)),
      'enrollment', (
        select json_build_object('id', e.id, 'enrolledAt', ${isoMoment(sql`e.enrolled_at`)})
        from enrollments e where e.user_id = ${user} and e.league_id = l.id
        order by e.enrolled_at, e.id limit 1),
      'badge', (
        select json_build_object('id', b.id, 'name', b.name, 'description', b.description,
          'imageUrl', b.image_url, 'earnedAt', ${isoMoment(sql`ub.earned_at`)})
        from badges b left join user_badges ub on ub.badge_id = b.id and ub.user_id = ${user}
        where b.league_id = l.id),
      'certificate', ${leagueCertificateJson(sql`${user}`)},
      'assignment', ${leagueAssignmentJson},
      'submissions', ${ownSubmissionsJson(sql`${user}`)},
      'weeks', (
        select coalesce(json_agg(json_build_object(
          'id', w.id, 'name', w.name, 'description', w.description, 'order', w."order",
          'sections', (
            select coalesce(json_agg(json_build_object(
              'id', s.id, 'name', s.name, 'description', s.description, 'order', s."order",
              'personalNote', sp.personal_note, 'markedForRevision', sp.marked_for_revision_at is not null,
              'completedAt', ${isoMoment(sql`sp.completed_at`)},
              'resources', (
                select coalesce(json_agg(${resourceJson} order by r."order", r.id), '[]')
                from resources r
                left join resource_progress rp on rp.resource_id = r.id and rp.user_id = ${user}
                where r.section_id = s.id)
            ) order by s."order", s.id), '[]')
            from sections s
            left join section_progress sp on sp.section_id = s.id and sp.user_id = ${user}
            where s.week_id = w.id)
        ) order by w."order", w.id), '[]')
        from weeks w where w.league_id = l.id))`,
    from: sql`leagues l where l.id = ${sql.placeholder('leagueId')}`,
  });
}

function toLeagueProgress(found: FoundLeague & { user: LeagueProgress['user'] }): LeagueProgress {
  const weeks = found.weeks.map(toWeek);
  const sum = (key: 'completedResources' | 'totalResources' | 'completedSections' | 'totalSections') =>
    weeks.reduce((total, week) => total + week[key], 0);
  const completedResources = sum('completedResources');
  const totalResources = sum('totalResources');
  return {
    user: found.user,
    league: found.league,
    enrollment: found.enrollment,
    progress: {
      completedResources,
      totalResources,
      completedSections: sum('completedSections'),
      totalSections: sum('totalSections'),
      completedWeeks: weeks.filter((week) => week.isCompleted).length,
      weeksCount: weeks.length,
      progressPercentage: toPercentage(completedResources, totalResources),
      weeks,
    },
    badge: found.badge,
    certificate: found.certificate,
    assignment: found.assignment,
    submissions: found.submissions,
  };
}

function toWeek({ sections: found, ...week }: FoundWeek): LeagueProgress['progress']['weeks'][number] {
  const sections = found.map(toSection);
  const completedSections = sections.filter((section) => section.progress.isCompleted).length;
  const completedResources = sections.reduce((total, section) => total + section.completedResources, 0);
  const totalResources = sections.reduce((total, section) => total + section.resourceCount, 0);
  return {
    ...week,
    isCompleted: sections.length > 0 && completedSections === sections.length,
    completedResources,
    totalResources,
    completedSections,
    totalSections: sections.length,
    progressPercentage: toPercentage(completedResources, totalResources),
    sections,
  };
}

function toSection({ personalNote, markedForRevision, completedAt, ...section }: FoundSection) {
  return {
    ...section,
    resourceCount: section.resources.length,
    completedResources: section.resources.filter(({ progress }) => progress.isCompleted).length,
    progress: { isCompleted: completedAt !== null, completedAt, personalNote, markedForRevision },
  };
}
