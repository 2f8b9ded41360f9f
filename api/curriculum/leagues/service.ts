import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { COHORT_ERRORS } from '#contract/cohorts.ts';
import { ASSIGNMENT_FIELDS, pickFields } from '#contract/curriculum-fields.ts';
import {
  type CreateLeagueBody,
  LEAGUE_ERRORS,
  type League,
  type LeagueDeletionStats,
  type LeagueDetail,
  type LeagueStats,
  type UpdateLeagueBody,
} from '#contract/leagues.ts';
import type { Page, Pagination } from '#contract/shared.ts';
import { findAssignment } from '../../assignments/service.ts';
import { weekRows } from '../../learning/league-structure.ts';
import { withdrawLeague } from '../../learning/recount.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { findLeague } from '../../platform/access/league-scope.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { readRows } from '../../platform/db/paging.ts';
import { pathfinderScopes, users } from '../../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../../platform/db/schema/awards.ts';
import {
  assignments,
  cohorts,
  leagues,
  specializationLeagues,
  weeks,
} from '../../platform/db/schema/curriculum.ts';
import { enrollments, submissions } from '../../platform/db/schema/learning.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { createId } from '../../platform/process/secrets.ts';
import { lockLeague } from '../places.ts';

const MODULES_NAMED = 3;

export async function listLeagues(
  db: Database,
  page: Page,
): Promise<{ leagues: League[]; pagination: Pagination }> {
  const all = selectLeagues(db).orderBy(desc(leagues.createdAt), desc(leagues.id));
  const { rows, pagination } = await readRows(all, page, () => db.$count(leagues));
  return { leagues: rows, pagination };
}

export async function readLeague(db: Database, id: string): Promise<League> {
  const [league] = await selectLeagues(db).where(eq(leagues.id, id));
  if (!league) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  return league;
}

export async function getLeagueStats(db: Database, actor: Actor, id: string): Promise<LeagueStats> {
  // Checks access before counting, because the time of a refusal would reveal the number of learners.
  if ((await findLeague(db, id)) === null) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  await requireScope(db, actor, id, null);
  const ofLeague = eq(enrollments.leagueId, id);
  const learners = db.select({ id: users.id }).from(users).where(eq(users.status, 'ACTIVE'));
  const ownBadges = db.select({ id: badges.id }).from(badges).where(eq(badges.leagueId, id));
  const ownAssignments = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(eq(assignments.leagueId, id));
  const [row] = await db
    .select({
      league: { id: leagues.id, name: leagues.name },
      enrollments: {
        total: db.$count(enrollments, ofLeague),
        active: db.$count(enrollments, and(ofLeague, inArray(enrollments.userId, learners))),
      },
      content: {
        weeks: leagues.weeksCount,
        sections: leagues.sectionsCount,
        resources: leagues.resourcesCount,
      },
      achievements: {
        badgesAwarded: db.$count(userBadges, inArray(userBadges.badgeId, ownBadges)),
        assignmentSubmissions: db.$count(submissions, inArray(submissions.assignmentId, ownAssignments)),
      },
    })
    .from(leagues)
    .where(eq(leagues.id, id));
  if (!row) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  return row;
}

/** Throws COHORT_NOT_FOUND, LEAGUE_NAME_TAKEN. */
export async function createLeague(
  db: Database,
  by: ActorAndRequest,
  body: CreateLeagueBody,
): Promise<League> {
  return refuseTakenName(() =>
    runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
      const id = await insertLeague(tx, body);
      const { name, cohortId } = body;
      await recordChange(tx, by, 'LEAGUE_CREATED', { leagueId: id, name, cohortId });
      return readLeague(tx, id);
    }),
  );
}

/** Throws COHORT_NOT_FOUND. */
export async function insertLeague(tx: Database, { expiresAt, ...body }: CreateLeagueBody): Promise<string> {
  await lockCohort(tx, body.cohortId);
  const id = createId();
  await tx.insert(leagues).values({ id, ...body, expiresAt: toDate(expiresAt) });
  return id;
}

/** Throws LEAGUE_NOT_FOUND, COHORT_NOT_FOUND, LEAGUE_NAME_TAKEN. */
export async function updateLeague(
  db: Database,
  by: ActorAndRequest,
  id: string,
  { expiresAt, ...body }: UpdateLeagueBody,
): Promise<League> {
  return refuseTakenName(() =>
    inTransaction(db, async (tx) => {
      const before = await lockLeague(tx, id);
      if (body.cohortId !== undefined) await lockCohort(tx, body.cohortId);
      const patch = { ...body, expiresAt: toDate(expiresAt) };
      await tx
        .update(leagues)
        .set({ ...patch, updatedAt: sql`now()` })
        .where(eq(leagues.id, id));
      await recordChange(tx, by, 'LEAGUE_UPDATED', { leagueId: id, changes: listChanges(before, patch) });
      return readLeague(tx, id);
    }),
  );
}

/** Returns what was removed with it (docs/api.md 4). Throws LEAGUE_NOT_FOUND. */
export async function deleteLeague(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: ActorAndRequest,
  id: string,
): Promise<LeagueDeletionStats> {
  return inTransaction(db, async (tx) => {
    const { name } = await lockLeague(tx, id);
    const deletionStats: LeagueDeletionStats = {
      weeks: await tx.$count(weeks, eq(weeks.leagueId, id)),
      enrollments: await tx.$count(enrollments, eq(enrollments.leagueId, id)),
      badges: await tx.$count(badges, eq(badges.leagueId, id)),
      specializations: await tx.$count(specializationLeagues, eq(specializationLeagues.leagueId, id)),
      pathfinderScopes: await tx.$count(pathfinderScopes, eq(pathfinderScopes.leagueId, id)),
    };
    const shortened = await tx
      .delete(specializationLeagues)
      .where(eq(specializationLeagues.leagueId, id))
      .returning({ id: specializationLeagues.specializationId });
    await withdrawLeague(tx, id, config.TIME_ZONE);
    await tx.delete(leagues).where(eq(leagues.id, id));
    await renumberSpecializations(
      tx,
      shortened.map((row) => row.id),
    );
    await recordChange(tx, by, 'LEAGUE_CASCADE_DELETED', { leagueId: id, name, ...deletionStats });
    return deletionStats;
  });
}

// Orders in a specialization are consecutive from 1.
async function renumberSpecializations(tx: Database, ids: string[]): Promise<void> {
  for (const id of ids) {
    await tx.execute(sql`
      update specialization_leagues sl set "order" = numbered.place
      from (select id, row_number() over (order by "order", id) as place
        from specialization_leagues where specialization_id = ${id}) numbered
      where sl.id = numbered.id and sl."order" <> numbered.place`);
  }
}

async function lockCohort(tx: Database, id: string): Promise<void> {
  const [row] = await tx.select({ id: cohorts.id }).from(cohorts).where(eq(cohorts.id, id)).for('share');
  if (!row) throw new ApiError(COHORT_ERRORS.COHORT_NOT_FOUND);
}

function toDate(value: string | null | undefined): Date | null | undefined {
  return value == null ? value : new Date(value);
}

function selectLeagues(db: Database) {
  return db
    .select({
      id: leagues.id,
      name: leagues.name,
      description: leagues.description,
      cohortId: leagues.cohortId,
      cohort: { id: cohorts.id, name: cohorts.name },
      expiresAt: isoOf(leagues.expiresAt),
      isExpired: sql<boolean>`coalesce(${leagues.expiresAt} <= now(), false)`,
      weeksCount: leagues.weeksCount,
      sectionsCount: leagues.sectionsCount,
      resourcesCount: leagues.resourcesCount,
      totalResources: leagues.resourcesCount,
      firstModules: sql<
        string[]
      >`(select coalesce(json_agg(m.name order by m."order", m.id), '[]') from (select id, name, "order" from weeks
          where weeks.league_id = ${leagues.id} order by "order", id limit ${MODULES_NAMED}) m)`,
      createdAt: isoOf(leagues.createdAt),
      updatedAt: isoOf(leagues.updatedAt),
      _count: {
        weeks: leagues.weeksCount,
        sections: leagues.sectionsCount,
        resources: leagues.resourcesCount,
        enrollments: db.$count(enrollments, eq(enrollments.leagueId, leagues.id)),
        badges: db.$count(badges, eq(badges.leagueId, leagues.id)),
        specializations: db.$count(specializationLeagues, eq(specializationLeagues.leagueId, leagues.id)),
      },
    })
    .from(leagues)
    .innerJoin(cohorts, eq(cohorts.id, leagues.cohortId))
    .$dynamic();
}

export const refuseTakenName = <Result>(write: () => Promise<Result>) =>
  refuseDuplicate('leagues_name_key', LEAGUE_ERRORS.LEAGUE_NAME_TAKEN, write);

/** Excludes enrolled people. Throws LEAGUE_NOT_FOUND. */
export async function getLeagueDetail(db: Database, id: string): Promise<LeagueDetail> {
  const league = await readLeague(db, id);
  const [content] = await db.select({ weeks: weekRows }).from(leagues).where(eq(leagues.id, id));
  const badgeRows = await db
    .select({ id: badges.id, name: badges.name, description: badges.description, imageUrl: badges.imageUrl })
    .from(badges)
    .where(eq(badges.leagueId, id));
  const assignment = await findAssignment(db, id);

  return {
    ...league,
    weeks: (content?.weeks ?? []).map((week) => ({
      ...week,
      leagueId: id,
      _count: { sections: week.sections.length },
      sections: week.sections.map((section) => ({
        ...section,
        weekId: week.id,
        _count: { resources: section.resources.length },
        resources: section.resources.map((resource) => ({ ...resource, sectionId: section.id })),
      })),
    })),
    badges: badgeRows,
    assignment: assignment && { id: assignment.id, ...pickFields(ASSIGNMENT_FIELDS, assignment) },
  };
}
