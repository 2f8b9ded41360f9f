import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PlatformAnalytics } from '#contract/reports.ts';
import { toPercentage } from '#contract/shared.ts';
import { type Database, queryRows } from '../../platform/db/client.ts';
import { badges, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { assignments } from '../../platform/db/schema/curriculum.ts';
import { enrollments, submissions } from '../../platform/db/schema/learning.ts';
import { learnersByProgress } from './completion.ts';
import { isVisibleLeague, isVisibleSpecialization, type VisibleLeagues } from './visible.ts';

type Figures<Name extends string> = Record<Name, number | string>;

export async function readPlatformAnalytics(
  db: Database,
  visible: VisibleLeagues,
): Promise<PlatformAnalytics> {
  const ofVisible = (condition: SQL) => (visible === null ? undefined : condition);
  const [users, content, standing, totalEnrollments, awarded, completed, submitted] = await Promise.all([
    readPeople(db, visible),
    readContent(db, visible),
    readStanding(db, visible),
    db.$count(enrollments, visible === null ? undefined : inArray(enrollments.leagueId, visible)),
    db.$count(
      userBadges,
      ofVisible(sql`${userBadges.badgeId} in (
        select ${badges.id} from ${badges} where ${isVisibleLeague(visible, sql`${badges.leagueId}`)})`),
    ),
    db.$count(
      userSpecializations,
      ofVisible(isVisibleSpecialization(visible, sql`${userSpecializations.specializationId}`)),
    ),
    db.$count(
      submissions,
      ofVisible(sql`${submissions.assignmentId} in (
        select ${assignments.id} from ${assignments} where ${isVisibleLeague(visible, sql`${assignments.leagueId}`)})`),
    ),
  ]);
  return {
    users,
    learning: {
      ...content,
      totalEnrollments,
      overallCompletionRate: toPercentage(standing.done, standing.due),
    },
    achievements: {
      badgesAwarded: awarded,
      specializationsCompleted: completed,
      assignmentSubmissions: submitted,
    },
  };
}

async function readPeople(db: Database, visible: VisibleLeagues): Promise<PlatformAnalytics['users']> {
  const enrolled = sql`id in (select user_id from enrollments where ${isVisibleLeague(visible, sql`league_id`)})`;
  const row = await readFigures<'total' | 'active' | 'pending' | 'suspended'>(
    db,
    sql`select count(*) as total, count(*) filter (where status = 'ACTIVE') as active,
        count(*) filter (where status = 'PENDING') as pending,
        count(*) filter (where status = 'SUSPENDED') as suspended
      from users where ${visible === null ? sql`true` : enrolled}`,
  );
  return {
    total: Number(row.total),
    active: Number(row.active),
    pending: Number(row.pending),
    suspended: Number(row.suspended),
  };
}

async function readContent(db: Database, visible: VisibleLeagues) {
  const row = await readFigures<'leagues' | 'weeks' | 'sections' | 'resources'>(
    db,
    sql`select count(*) as leagues, coalesce(sum(weeks_count), 0) as weeks,
      coalesce(sum(sections_count), 0) as sections, coalesce(sum(resources_count), 0) as resources
      from leagues where ${isVisibleLeague(visible, sql`id`)}`,
  );
  return {
    totalLeagues: Number(row.leagues),
    totalWeeks: Number(row.weeks),
    totalSections: Number(row.sections),
    totalResources: Number(row.resources),
  };
}

// `due` is the number of resources over all enrollments, `done` the completed part.
async function readStanding(db: Database, visible: VisibleLeagues): Promise<{ due: number; done: number }> {
  const row = await readFigures<'due' | 'done'>(
    db,
    sql`select coalesce(sum(learners * l.resources_count), 0) as due,
        coalesce(sum(learners * least(done, l.resources_count)), 0) as done
      from (${learnersByProgress(visible)}) standing join leagues l on l.id = standing.league_id`,
  );
  return { due: Number(row.due), done: Number(row.done) };
}

async function readFigures<Name extends string>(db: Database, query: SQL): Promise<Figures<Name>> {
  const [row] = await queryRows<Figures<Name>>(db, query);
  return row ?? ({} as Figures<Name>);
}
