import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import { PLATFORM_FIGURES, type PlatformAnalytics, type PlatformFigure } from '#contract/reports.ts';
import { toPercentage } from '#contract/shared.ts';
import { type Count, countBounded, EXACT_COUNT_MAX, toSample } from '../db/bounded-count.ts';
import { type Database, queryRows } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { badges, userBadges, userSpecializations } from '../db/schema/awards.ts';
import { assignments } from '../db/schema/curriculum.ts';
import { enrollments, submissions } from '../db/schema/learning.ts';
import { isSeen, isSeenSpecialization, type VisibleLeagues } from './visible.ts';

/**
 * Totals of people, learning and achievements over the visible leagues (docs/api.md 2). Exact up to ten thousand of a kind;
 * beyond that from samples, so that a report on millions reads as much as one on thousands.
 */
export async function readPlatformAnalytics(
  db: Database,
  visible: VisibleLeagues,
): Promise<PlatformAnalytics> {
  const enrolled = await countIn(db, enrollments, visible && inArray(enrollments.leagueId, visible));
  const [content, standing, everybody, badgesAwarded, specializationsCompleted, assignmentSubmissions] =
    await Promise.all([
      readContent(db, visible),
      readStanding(db, visible, enrolled.isEstimate),
      visible === null ? countEverybody(db) : null,
      countIn(
        db,
        userBadges,
        visible &&
          sql`${userBadges.badgeId} in (select ${badges.id} from ${badges} where ${inArray(badges.leagueId, visible)})`,
      ),
      countIn(
        db,
        userSpecializations,
        visible && isSeenSpecialization(visible, sql`${userSpecializations.specializationId}`),
      ),
      countIn(
        db,
        submissions,
        visible &&
          sql`${submissions.assignmentId} in (
            select ${assignments.id} from ${assignments} where ${inArray(assignments.leagueId, visible)})`,
      ),
    ]);
  const people = everybody ?? toPeople(standing, enrolled);
  const rate: Count = {
    total: toPercentage(standing.done, standing.due),
    isEstimate: enrolled.isEstimate,
  };
  const bounded: Record<PlatformFigure, Count> = {
    'users.total': people.total,
    'users.active': people.active,
    'users.pending': people.pending,
    'users.suspended': people.suspended,
    'learning.totalEnrollments': enrolled,
    'learning.overallCompletionRate': rate,
    'achievements.badgesAwarded': badgesAwarded,
    'achievements.specializationsCompleted': specializationsCompleted,
    'achievements.assignmentSubmissions': assignmentSubmissions,
  };
  const estimated = PLATFORM_FIGURES.filter((name) => bounded[name].isEstimate);
  return {
    users: {
      total: people.total.total,
      active: people.active.total,
      pending: people.pending.total,
      suspended: people.suspended.total,
    },
    learning: {
      totalLeagues: content.leagues,
      totalWeeks: content.weeks,
      totalSections: content.sections,
      totalResources: content.resources,
      totalEnrollments: enrolled.total,
      overallCompletionRate: rate.total,
    },
    achievements: {
      badgesAwarded: badgesAwarded.total,
      specializationsCompleted: specializationsCompleted.total,
      assignmentSubmissions: assignmentSubmissions.total,
    },
    ...(estimated.length > 0 ? { estimated } : {}),
  };
}

type People = Record<'total' | 'active' | 'pending' | 'suspended', Count>;

async function countIn(
  db: Database,
  table: Parameters<typeof countBounded>[1],
  condition: SQL | null,
): Promise<Count> {
  return (await countBounded(db, table, { all: condition ?? undefined })).all;
}

function countEverybody(db: Database): Promise<People> {
  return countBounded(db, users, {
    total: undefined,
    active: eq(users.status, sql`'ACTIVE'`),
    pending: eq(users.status, sql`'PENDING'`),
    suspended: eq(users.status, sql`'SUSPENDED'`),
  });
}

async function readContent(db: Database, visible: VisibleLeagues) {
  const row = await readFigures(
    db,
    sql`select count(*) as leagues, coalesce(sum(weeks_count), 0) as weeks,
      coalesce(sum(sections_count), 0) as sections, coalesce(sum(resources_count), 0) as resources
      from leagues where ${isSeen(visible, sql`id`)}`,
  );
  return {
    leagues: Number(row.leagues),
    weeks: Number(row.weeks),
    sections: Number(row.sections),
    resources: Number(row.resources),
  };
}

interface Standing {
  /** Enrollments that were looked at: all, or a sample. */
  looked: number;
  due: number;
  done: number;
  /** People behind them. */
  total: number;
  active: number;
  pending: number;
  suspended: number;
}

/** A sample with fewer enrollments of the visible leagues than this tells nothing: the first ones of theirs do then. */
const SAMPLED_MIN = 200;

async function readStanding(db: Database, visible: VisibleLeagues, isSampled: boolean): Promise<Standing> {
  const seen = isSeen(visible, sql`league_id`);
  const some = (part: SQL, limit: SQL) =>
    sql`select user_id, league_id from enrollments ${part} where ${seen} ${limit}`;
  const limit = sql`limit ${sql.raw(String(EXACT_COUNT_MAX))}`;
  if (!isSampled) return sumUp(db, visible, some(sql``, sql``));
  const standing = await sumUp(db, visible, some(await toSample(db, enrollments), sql``));
  return standing.looked >= SAMPLED_MIN ? standing : sumUp(db, visible, some(sql``, limit));
}

/**
 * What learners of some enrollments have to do and did. Of people in several visible leagues each enrollment tells a part,
 * so that a sample of enrollments is one of people as well. Each record is looked up by its key: whatever the
 * planner thinks of the size of a sample, it must not read them all.
 */
async function sumUp(db: Database, visible: VisibleLeagues, some: SQL): Promise<Standing> {
  const part = sql`(select 1.0 / count(*) from enrollments o
    where o.user_id = e.user_id and ${isSeen(visible, sql`o.league_id`)})`;
  // A league that someone is enrolled in through two cohorts is to be done once.
  const share = sql`(select 1.0 / count(*) from enrollments o
    where o.user_id = e.user_id and o.league_id = e.league_id)`;
  const status = sql`(select u.status from users u where u.id = e.user_id)`;
  const row = await readFigures(
    db,
    sql`select count(*) as looked, coalesce(sum(share * due), 0) as due,
        coalesce(sum(share * least(done, due)), 0) as done,
        coalesce(sum(part), 0) as total, coalesce(sum(part) filter (where status = 'ACTIVE'), 0) as active,
        coalesce(sum(part) filter (where status = 'PENDING'), 0) as pending,
        coalesce(sum(part) filter (where status = 'SUSPENDED'), 0) as suspended
      from (
        select l.resources_count as due, (
            select p.completed_resources from league_progress p
            where p.user_id = e.user_id and p.league_id = e.league_id) as done,
          ${share} as share, ${visible === null ? sql`null::numeric` : part} as part, ${visible === null ? sql`null` : status} as status
        from (${some}) e join leagues l on l.id = e.league_id
      ) standing`,
  );
  const figure = (name: keyof Standing) => Number(row[name]);
  return {
    looked: figure('looked'),
    due: figure('due'),
    done: figure('done'),
    total: figure('total'),
    active: figure('active'),
    pending: figure('pending'),
    suspended: figure('suspended'),
  };
}

/** The people of a sample as of all enrollments. */
function toPeople(standing: Standing, enrolled: Count): People {
  const scale = enrolled.isEstimate && standing.looked > 0 ? enrolled.total / standing.looked : 1;
  const count = (people: number): Count => ({
    total: Math.round(people * scale),
    isEstimate: enrolled.isEstimate,
  });
  return {
    total: count(standing.total),
    active: count(standing.active),
    pending: count(standing.pending),
    suspended: count(standing.suspended),
  };
}

async function readFigures(db: Database, query: SQL): Promise<Record<string, number | string>> {
  const [row] = await queryRows<Record<string, number | string>>(db, query);
  return row ?? {};
}
