import { desc, eq, sql } from 'drizzle-orm';
import { COHORT_ERRORS } from '#contract/cohorts.ts';
import {
  type CreateLeagueBody,
  LEAGUE_ERRORS,
  type League,
  type LeagueDeletionStats,
  type LeagueStats,
  type UpdateLeagueBody,
} from '#contract/leagues.ts';
import type { Page } from '#contract/shared.ts';
import { withdrawLeague } from '../../learning/recount.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { findLeague } from '../../platform/access/league-scope.ts';
import { listChanges, recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, queryRows, toIso } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { countAll, toWindow } from '../../platform/db/paging.ts';
import { pathfinderScopes } from '../../platform/db/schema/accounts.ts';
import { badges } from '../../platform/db/schema/awards.ts';
import { cohorts, leagues, specializationLeagues, weeks } from '../../platform/db/schema/curriculum.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isUniqueViolation } from '../../platform/errors/sql-state.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';
import { countEnrollments, countEnrollmentsOf } from '../enrollment-counts.ts';
import { lockLeagues } from '../locks.ts';

const MODULES_NAMED = 3;

export async function listLeagues(db: Database, page: Page): Promise<{ leagues: League[]; total: number }> {
  const rows = await selectLeagues(db)
    .orderBy(desc(leagues.createdAt), desc(leagues.id))
    .limit(toWindow(page).limit)
    .offset(toWindow(page).offset);
  const total = await countAll(page, rows.length, () => db.$count(leagues));
  const counts = await countEnrollments(db, 'leagueId');
  return { leagues: rows.map((row) => toLeague(row, counts.get(row.id) ?? 0)), total };
}

export async function readLeague(db: Database, id: string): Promise<League> {
  const [row] = await selectLeagues(db).where(eq(leagues.id, id));
  if (!row) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  return toLeague(row, await countEnrollmentsOf(db, 'leagueId', id));
}

export async function getLeagueStats(db: Database, actor: Actor, id: string): Promise<LeagueStats> {
  // Checks access before counting, because the time of a refusal would reveal the number of learners.
  if ((await findLeague(db, id)) === null) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  await requireScope(db, actor, id, null);
  const [row] = await queryRows<Record<string, string | number>>(
    db,
    sql`select l.id, l.name, l.weeks_count, l.sections_count, l.resources_count,
        (select count(*) from enrollments e where e.league_id = l.id) as total,
        (select count(*) from enrollments e join users u on u.id = e.user_id
          where e.league_id = l.id and u.status = 'ACTIVE') as active,
        (select count(*) from user_badges ub join badges b on b.id = ub.badge_id where b.league_id = l.id) as awarded,
        (select count(*) from submissions s join assignments a on a.id = s.assignment_id where a.league_id = l.id) as submitted
      from leagues l where l.id = ${id}`,
  );
  if (!row) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  return {
    league: { id: String(row.id), name: String(row.name) },
    enrollments: { total: Number(row.total), active: Number(row.active) },
    content: {
      weeks: Number(row.weeks_count),
      sections: Number(row.sections_count),
      resources: Number(row.resources_count),
    },
    achievements: { badgesAwarded: Number(row.awarded), assignmentSubmissions: Number(row.submitted) },
  };
}

/** Throws COHORT_NOT_FOUND, LEAGUE_NAME_TAKEN. */
export async function createLeague(
  db: Database,
  actor: Actor,
  { expiresAt, ...body }: CreateLeagueBody,
  requestInfo: RequestInfo,
): Promise<League> {
  return refuseTakenName(() =>
    runIdempotent(db, actor.id, requestInfo, async (tx) => {
      await lockCohort(tx, body.cohortId);
      const id = createId();
      await tx.insert(leagues).values({ id, ...body, expiresAt: toDate(expiresAt) });
      await recordAudit(tx, {
        actorId: actor.id,
        action: 'LEAGUE_CREATED',
        metadata: { leagueId: id, name: body.name, cohortId: body.cohortId },
        requestInfo,
      });
      await raiseCurriculumVersion(tx);
      return readLeague(tx, id);
    }),
  );
}

/** Throws LEAGUE_NOT_FOUND, COHORT_NOT_FOUND, LEAGUE_NAME_TAKEN. */
export async function updateLeague(
  db: Database,
  actor: Actor,
  id: string,
  { expiresAt, ...body }: UpdateLeagueBody,
  requestInfo: RequestInfo,
): Promise<League> {
  return refuseTakenName(() =>
    inTransaction(db, async (tx) => {
      const before = (await lockLeagues(tx, [id])).get(id);
      if (!before) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
      if (body.cohortId !== undefined) await lockCohort(tx, body.cohortId);
      const patch = { ...body, expiresAt: toDate(expiresAt) };
      await tx
        .update(leagues)
        .set({ ...patch, updatedAt: sql`now()` })
        .where(eq(leagues.id, id));
      await recordAudit(tx, {
        actorId: actor.id,
        action: 'LEAGUE_UPDATED',
        metadata: { leagueId: id, changes: listChanges(before, patch) },
        requestInfo,
      });
      await raiseCurriculumVersion(tx);
      return readLeague(tx, id);
    }),
  );
}

/** Returns what was removed with it (docs/api.md 4). Throws LEAGUE_NOT_FOUND. */
export async function deleteLeague(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<LeagueDeletionStats> {
  return inTransaction(db, async (tx) => {
    const league = (await lockLeagues(tx, [id])).get(id);
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
    await withdrawLeague(tx, id);
    await tx.delete(leagues).where(eq(leagues.id, id));
    await renumberSpecializations(
      tx,
      shortened.map((row) => row.id),
    );
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'LEAGUE_CASCADE_DELETED',
      metadata: { leagueId: id, name: league?.name, ...deletionStats },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
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
      cohortName: cohorts.name,
      expiresAt: leagues.expiresAt,
      isExpired: sql<boolean>`coalesce(${leagues.expiresAt} <= now(), false)`,
      weeksCount: leagues.weeksCount,
      sectionsCount: leagues.sectionsCount,
      resourcesCount: leagues.resourcesCount,
      firstModules: sql<
        string[]
      >`(select coalesce(json_agg(m.name order by m."order", m.id), '[]') from (select id, name, "order" from weeks
          where weeks.league_id = ${leagues.id} order by "order", id limit ${MODULES_NAMED}) m)`,
      createdAt: leagues.createdAt,
      updatedAt: leagues.updatedAt,
      badges: sql<number>`(select count(*) from badges where badges.league_id = ${leagues.id})`.mapWith(
        Number,
      ),
      specializations:
        sql<number>`(select count(*) from specialization_leagues where specialization_leagues.league_id = ${leagues.id})`.mapWith(
          Number,
        ),
    })
    .from(leagues)
    .innerJoin(cohorts, eq(cohorts.id, leagues.cohortId))
    .$dynamic();
}

type LeagueRow = Awaited<ReturnType<typeof selectLeagues>>[number];

function toLeague(row: LeagueRow, enrollmentsCount: number): League {
  const { weeksCount, sectionsCount, resourcesCount } = row;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    cohortId: row.cohortId,
    cohort: { id: row.cohortId, name: row.cohortName },
    expiresAt: toIso(row.expiresAt),
    isExpired: row.isExpired,
    weeksCount,
    sectionsCount,
    resourcesCount,
    totalResources: resourcesCount,
    firstModules: row.firstModules,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    _count: {
      weeks: weeksCount,
      sections: sectionsCount,
      resources: resourcesCount,
      enrollments: enrollmentsCount,
      badges: row.badges,
      specializations: row.specializations,
    },
  };
}

async function refuseTakenName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'leagues_name_key')) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NAME_TAKEN);
    throw error;
  }
}
