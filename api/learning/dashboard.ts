import { type SQL, sql } from 'drizzle-orm';
import { type Dashboard, LEARNING_ERRORS, type ProgressSums } from '#contract/learning.ts';
import { toPercentage } from '#contract/shared.ts';
import type { Actor } from '../access/actor.ts';
import { ownCertificatesJson } from '../awards/certificates/own-json.ts';
import { badgeLeagueJson } from '../db/badge-league.ts';
import type { Database } from '../db/client.ts';
import { learnerVersion, toEpochMs } from '../db/learner-version.ts';
import { isoMoment, prepareJson } from '../db/prepared-json.ts';
import type { Versioned } from '../db/shared-readings.ts';
import { ApiError } from '../errors/api-error.ts';
import { ENVELOPE, KeptJson } from '../http/reply.ts';
import { activityJson, type FoundActivity, presentActivity } from './activity-year.ts';
import { isExpiredLeague } from './json.ts';
import { DUE_SOON, nextUpJson } from './next-up.ts';
import { endOfDay } from './revision-schedule.ts';
import { decideViewing, isSeenLeague } from './viewing.ts';

type Counts = Omit<ProgressSums, 'progressPercentage'>;
/** A dashboard as the database gives it: counts without percentages, no sums over leagues. */
export interface FoundDashboard extends Omit<Dashboard, 'enrollments' | 'statistics' | 'activity'> {
  enrollments: (Omit<Dashboard['enrollments'][number], 'progress'> & { progress: Counts })[];
  totalLeagues: number;
  activity?: FoundActivity;
}

/** The counts of league `l` and of its learner's sums `lp`. */
const leagueCountsJson = sql`json_build_object(
  'completedResources', coalesce(lp.completed_resources, 0), 'totalResources', l.resources_count,
  'completedSections', coalesce(lp.completed_sections, 0), 'totalSections', l.sections_count,
  'completedWeeks', coalesce(lp.completed_weeks, 0), 'weeksCount', l.weeks_count)`;

/**
 * Counts with their percentage: resources done of all resources, in the order the contract names them
 * (docs/product.md OPEN-48).
 */
export function toProgressSums(counts: Counts): ProgressSums {
  return { ...counts, progressPercentage: toPercentage(counts.completedResources, counts.totalResources) };
}

/**
 * Builds the reader of the overview page: one statement, whatever the number of leagues or learners (ENT-46).
 * Throws PROGRESS_OF_OTHERS_REFUSED, USER_NOT_FOUND.
 */
export function createDashboardReader(db: Database, timeZone: string) {
  const whole = prepareDashboard(db, 'dashboard', dashboardJson(timeZone, false));
  const narrowed = prepareDashboard(db, 'dashboard_in_scope', dashboardJson(timeZone, true));

  return async function getDashboard(actor: Actor, askedUserId?: string): Promise<Dashboard> {
    const viewing = decideViewing(actor, askedUserId);
    const [found] = await (viewing.viewerId ? narrowed : whole)({ ...viewing });
    if (!found) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
    if (viewing.viewerId && found.enrollments.length === 0) {
      throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
    }
    return presentDashboard(found);
  };
}

/** Builds the reader of a learner's own dashboard as it goes out. The value is null for an account that is gone. */
export function createOwnDashboardReader(db: Database, timeZone: string) {
  const userId = sql`${sql.placeholder('userId')}`;
  const find = prepareJson<{ version: string; untilMs: number; dashboard: FoundDashboard }>(
    db,
    'own_dashboard',
    {
      json: sql`json_build_object('version', ${learnerVersion(userId)}, 'untilMs', ${toEpochMs(nextMoment(timeZone))},
        'dashboard', ${dashboardJson(timeZone, false)})`,
      from: sql`users u where u.id = ${userId}`,
    },
  );
  return async (id: string): Promise<Versioned<KeptJson | null>> => {
    const [found] = await find({ userId: id });
    if (!found) return { version: '', value: null };
    const { version, untilMs, dashboard } = found;
    return {
      version,
      untilMs,
      value: new KeptJson(ENVELOPE.join(JSON.stringify(presentDashboard(dashboard)))),
    };
  };
}

/**
 * The next moment at which the dashboard of user `u` changes by the clock alone: a day ends, and with it what is due for
 * revision today and the days of a streak; a league expires; an assignment is due soon, or over.
 */
const nextMoment = (timeZone: string): SQL => sql`(
  select min(next) from (
    select ${endOfDay(timeZone)} as next
    union all
    select l.expires_at from enrollments e join leagues l on l.id = e.league_id where e.user_id = u.id
    union all
    select unnest(array[a.due_at, a.due_at - ${DUE_SOON}]) from enrollments e
      join assignments a on a.league_id = e.league_id where e.user_id = u.id
  ) moments where next >= now())`;

/** Adds what is calculated: percentages and the sums over leagues. */
function presentDashboard(found: FoundDashboard): Dashboard {
  const { totalLeagues, activity, ...dashboard } = found;
  const enrollments = found.enrollments.map((enrollment) => ({
    ...enrollment,
    progress: toProgressSums(enrollment.progress),
  }));
  return {
    ...dashboard,
    enrollments,
    statistics: toStatistics(found),
    ...(activity ? { activity: presentActivity(activity) } : {}),
  };
}

function prepareDashboard(db: Database, name: string, json: SQL) {
  return prepareJson<FoundDashboard>(db, name, {
    json,
    from: sql`users u where u.id = ${sql.placeholder('userId')}`,
  });
}

/** Everything of user `u`; narrowed to the leagues that `viewerId` may look at. */
function dashboardJson(timeZone: string, isNarrowed: boolean): SQL {
  const seen = (leagueId: SQL) =>
    isNarrowed ? sql`and ${isSeenLeague(leagueId, sql`${sql.placeholder('viewerId')}`)}` : sql``;
  return sql`json_build_object(
      'user', json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role,
        'createdAt', ${isoMoment(sql`u.created_at`)}),
      'enrollments', (
        select coalesce(json_agg(json_build_object(
          'id', e.id, 'enrollmentId', e.id,
          'enrolledAt', ${isoMoment(sql`e.enrolled_at`)}, 'createdAt', ${isoMoment(sql`e.enrolled_at`)},
          'league', json_build_object('id', l.id, 'name', l.name, 'description', l.description,
            'totalResources', l.resources_count, 'isExpired', ${isExpiredLeague},
            'expiresAt', ${isoMoment(sql`l.expires_at`)}),
          'cohort', json_build_object('id', c.id, 'name', c.name),
          'progress', ${leagueCountsJson}
        ) order by e.enrolled_at desc, e.id), '[]')
        from enrollments e
        join leagues l on l.id = e.league_id
        join cohorts c on c.id = e.cohort_id
        left join league_progress lp on lp.user_id = e.user_id and lp.league_id = e.league_id
        where e.user_id = u.id ${seen(sql`e.league_id`)}),
      'badges', (
        select coalesce(json_agg(json_build_object(
          'id', b.id, 'name', b.name, 'description', b.description, 'imageUrl', b.image_url,
          'league', ${badgeLeagueJson}, 'earnedAt', ${isoMoment(sql`ub.earned_at`)}
        ) order by ub.earned_at desc, b.id), '[]')
        from user_badges ub
        join badges b on b.id = ub.badge_id
        left join leagues l on l.id = b.league_id
        where ub.user_id = u.id ${seen(sql`b.league_id`)}),
      'specializations', (
        select coalesce(json_agg(json_build_object(
          'id', sp.id, 'name', sp.name, 'description', sp.description,
          'completedAt', ${isoMoment(sql`us.completed_at`)}
        ) order by us.completed_at desc, sp.id), '[]')
        from user_specializations us
        join specializations sp on sp.id = us.specialization_id
        where us.user_id = u.id ${
          isNarrowed
            ? sql`and exists (select 1 from specialization_leagues sl
                where sl.specialization_id = sp.id ${seen(sql`sl.league_id`)})`
            : sql``
        }),
      ${isNarrowed ? sql`` : sql`'certificates', ${ownCertificatesJson}, 'nextUp', ${nextUpJson(timeZone)}, 'activity', ${activityJson(timeZone)},`}
      'totalLeagues', (select count(*) from leagues))`;
}

/** Sums over leagues; a league that someone is enrolled in through two cohorts counts once. */
function toStatistics({ enrollments, badges, specializations, totalLeagues }: FoundDashboard) {
  const leagues = [...new Map(enrollments.map(({ league, progress }) => [league.id, progress])).values()];
  const sum = (key: keyof Counts) => leagues.reduce((total, counts) => total + counts[key], 0);
  const totalResources = sum('totalResources');
  const totalCompletedResources = sum('completedResources');
  return {
    totalEnrollments: enrollments.length,
    totalLeagues,
    totalSections: sum('totalSections'),
    totalCompletedSections: sum('completedSections'),
    totalResources,
    totalCompletedResources,
    overallProgress: toPercentage(totalCompletedResources, totalResources),
    badgesEarned: badges.length,
    specializationsCompleted: specializations.length,
  };
}
