import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { COHORT_ERRORS } from '#contract/cohorts.ts';
import type { Page } from '#contract/shared.ts';
import {
  type CreateSpecializationBody,
  type LeagueChoice,
  SPECIALIZATION_ERRORS,
  type Specialization,
  type SpecializationDetail,
  type SpecializationLeague,
  type UpdateSpecializationBody,
} from '#contract/specializations.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { listChanges, recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { countAll, toWindow } from '../../platform/db/paging.ts';
import { userSpecializations } from '../../platform/db/schema/awards.ts';
import {
  cohorts,
  leagues,
  specializationLeagues,
  specializations,
  weeks,
} from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/errors/sql-state.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';

export async function listSpecializations(
  db: Database,
  page: Page,
  cohortId: string | undefined,
): Promise<{ specializations: Specialization[]; total: number }> {
  const filter = cohortId ? eq(specializations.cohortId, cohortId) : undefined;
  const rows = await selectSpecializations(db)
    .where(filter)
    .orderBy(desc(specializations.createdAt), desc(specializations.id))
    .limit(toWindow(page).limit)
    .offset(toWindow(page).offset);
  const total = await countAll(page, rows.length, () => db.$count(specializations, filter));
  return { specializations: await toSpecializations(db, rows), total };
}

export async function getSpecialization(db: Database, id: string): Promise<SpecializationDetail> {
  const specialization = await readSpecialization(db, id);
  const rows = await db
    .select({ id: weeks.id, name: weeks.name, order: weeks.order, leagueId: weeks.leagueId })
    .from(weeks)
    .innerJoin(specializationLeagues, eq(specializationLeagues.leagueId, weeks.leagueId))
    .where(eq(specializationLeagues.specializationId, id))
    .orderBy(asc(weeks.order));
  const byLeague = Map.groupBy(rows, (week) => week.leagueId);
  return {
    ...specialization,
    leagues: specialization.leagues.map((place) => ({
      ...place,
      league: {
        ...place.league,
        weeks: (byLeague.get(place.leagueId) ?? []).map(({ leagueId: _, ...week }) => week),
      },
    })),
  };
}

/** Throws COHORT_NOT_FOUND, SPECIALIZATION_LEAGUES_UNKNOWN, SPECIALIZATION_NAME_TAKEN. */
export async function createSpecialization(
  db: Database,
  actor: Actor,
  { leagues: choices, ...body }: CreateSpecializationBody,
  requestInfo: RequestInfo,
): Promise<Specialization> {
  return refuseTakenName(() =>
    runIdempotent(db, actor.id, requestInfo, async (tx) => {
      await requireCohort(tx, body.cohortId);
      const id = createId();
      await tx.insert(specializations).values({ id, ...body });
      await insertLeagues(tx, id, choices);
      await recordAudit(tx, {
        actorId: actor.id,
        action: 'SPECIALIZATION_CREATED',
        metadata: { specializationId: id, name: body.name, cohortId: body.cohortId, leagues: choices },
        requestInfo,
      });
      await raiseCurriculumVersion(tx);
      return readSpecialization(tx, id);
    }),
  );
}

/**
 * Replaces the leagues if given. Throws SPECIALIZATION_NOT_FOUND, COHORT_NOT_FOUND, SPECIALIZATION_LEAGUES_UNKNOWN,
 * SPECIALIZATION_NAME_TAKEN, and SPECIALIZATION_CHANGED after a concurrent change.
 */
export async function updateSpecialization(
  db: Database,
  actor: Actor,
  id: string,
  { leagues: choices, expectedUpdatedAt, ...body }: UpdateSpecializationBody,
  requestInfo: RequestInfo,
): Promise<Specialization> {
  return refuseTakenName(() =>
    inTransaction(db, async (tx) => {
      const before = await lockSpecialization(tx, id);
      if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== toIso(before.updatedAt)) {
        throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_CHANGED, {
          extras: { specialization: await readSpecialization(tx, id) },
        });
      }
      if (body.cohortId !== undefined) await requireCohort(tx, body.cohortId);
      await tx
        .update(specializations)
        .set({ ...body, updatedAt: sql`now()` })
        .where(eq(specializations.id, id));
      if (choices) {
        await tx.delete(specializationLeagues).where(eq(specializationLeagues.specializationId, id));
        await insertLeagues(tx, id, choices);
      }
      await recordAudit(tx, {
        actorId: actor.id,
        action: 'SPECIALIZATION_UPDATED',
        metadata: {
          specializationId: id,
          changes: listChanges(before, body),
          ...(choices ? { leagues: choices } : {}),
        },
        requestInfo,
      });
      await raiseCurriculumVersion(tx);
      return readSpecialization(tx, id);
    }),
  );
}

/** Throws SPECIALIZATION_NOT_FOUND, SPECIALIZATION_COMPLETED. */
export async function deleteSpecialization(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, cohortId } = await lockSpecialization(tx, id);
    if ((await tx.$count(userSpecializations, eq(userSpecializations.specializationId, id))) > 0) {
      throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_COMPLETED);
    }
    await tx.delete(specializations).where(eq(specializations.id, id));
    await recordAudit(tx, {
      actorId: actor.id,
      action: 'SPECIALIZATION_DELETED',
      metadata: { specializationId: id, name, cohortId },
      requestInfo,
    });
    await raiseCurriculumVersion(tx);
  });
}

// Renumbers the sent orders from 1.
async function insertLeagues(tx: Database, specializationId: string, choices: LeagueChoice[]): Promise<void> {
  const sorted = choices.toSorted((one, other) => one.order - other.order);
  try {
    await tx.insert(specializationLeagues).values(
      sorted.map(({ leagueId }, index) => ({
        id: createId(),
        specializationId,
        leagueId,
        order: index + 1,
      })),
    );
  } catch (error) {
    if (isForeignKeyViolation(error)) {
      throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_LEAGUES_UNKNOWN);
    }
    throw error;
  }
}

async function requireCohort(tx: Database, id: string): Promise<void> {
  const [row] = await tx.select({ id: cohorts.id }).from(cohorts).where(eq(cohorts.id, id)).for('share');
  if (!row) throw new ApiError(COHORT_ERRORS.COHORT_NOT_FOUND);
}

async function lockSpecialization(tx: Database, id: string): Promise<typeof specializations.$inferSelect> {
  const [row] = await tx.select().from(specializations).where(eq(specializations.id, id)).for('update');
  if (!row) throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_NOT_FOUND);
  return row;
}

async function readSpecialization(db: Database, id: string): Promise<Specialization> {
  const rows = await selectSpecializations(db).where(eq(specializations.id, id));
  const [specialization] = await toSpecializations(db, rows);
  if (!specialization) throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_NOT_FOUND);
  return specialization;
}

function selectSpecializations(db: Database) {
  return db
    .select({
      id: specializations.id,
      name: specializations.name,
      description: specializations.description,
      cohortId: specializations.cohortId,
      cohortName: cohorts.name,
      createdAt: specializations.createdAt,
      updatedAt: specializations.updatedAt,
      completions:
        sql<number>`(select count(*) from user_specializations where user_specializations.specialization_id = ${specializations.id})`.mapWith(
          Number,
        ),
    })
    .from(specializations)
    .innerJoin(cohorts, eq(cohorts.id, specializations.cohortId))
    .$dynamic();
}

async function toSpecializations(
  db: Database,
  rows: Awaited<ReturnType<typeof selectSpecializations>>,
): Promise<Specialization[]> {
  if (rows.length === 0) return [];
  const places = await db
    .select({
      id: specializationLeagues.id,
      leagueId: specializationLeagues.leagueId,
      order: specializationLeagues.order,
      specializationId: specializationLeagues.specializationId,
      league: { id: leagues.id, name: leagues.name, description: leagues.description },
    })
    .from(specializationLeagues)
    .innerJoin(leagues, eq(leagues.id, specializationLeagues.leagueId))
    .where(
      inArray(
        specializationLeagues.specializationId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(specializationLeagues.order), asc(specializationLeagues.id));
  const bySpecialization = Map.groupBy(places, (place) => place.specializationId);
  return rows.map((row) => {
    const own: SpecializationLeague[] = (bySpecialization.get(row.id) ?? []).map(
      ({ specializationId: _, ...place }) => place,
    );
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      cohortId: row.cohortId,
      cohort: { id: row.cohortId, name: row.cohortName },
      leagues: own,
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
      _count: { userSpecializations: row.completions, leagues: own.length },
    };
  });
}

async function refuseTakenName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'specializations_cohort_name_key')) {
      throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_NAME_TAKEN);
    }
    throw error;
  }
}
