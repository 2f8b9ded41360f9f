import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { COHORT_ERRORS } from '#contract/cohorts.ts';
import type { Page, Pagination } from '#contract/shared.ts';
import {
  type CreateSpecializationBody,
  type LeagueChoice,
  SPECIALIZATION_ERRORS,
  type Specialization,
  type SpecializationDetail,
  type UpdateSpecializationBody,
} from '#contract/specializations.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, isoOf, toIso } from '../../platform/db/client.ts';
import { readRows } from '../../platform/db/paging.ts';
import { userSpecializations } from '../../platform/db/schema/awards.ts';
import {
  cohorts,
  leagues,
  specializationLeagues,
  specializations,
  weeks,
} from '../../platform/db/schema/curriculum.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import { isForeignKeyViolation } from '../../platform/errors/sql-state.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';

export async function listSpecializations(
  db: Database,
  page: Page,
  cohortId: string | undefined,
): Promise<{ specializations: Specialization[]; pagination: Pagination }> {
  const filter = cohortId ? eq(specializations.cohortId, cohortId) : undefined;
  const all = selectSpecializations(db)
    .where(filter)
    .orderBy(desc(specializations.createdAt), desc(specializations.id));
  const { rows, pagination } = await readRows(all, page, () => db.$count(specializations, filter));
  return { specializations: await toSpecializations(db, rows), pagination };
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
  by: ActorAndRequest,
  { leagues: choices, ...body }: CreateSpecializationBody,
): Promise<Specialization> {
  const { name, cohortId } = body;
  return refuseTakenName(() =>
    runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
      await requireCohort(tx, cohortId);
      const id = createId();
      await tx.insert(specializations).values({ id, ...body });
      await insertLeagues(tx, id, choices);
      const metadata = { specializationId: id, name, cohortId, leagues: choices };
      await recordChange(tx, by, 'SPECIALIZATION_CREATED', metadata);
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
  by: ActorAndRequest,
  id: string,
  { leagues: choices, expectedUpdatedAt, ...body }: UpdateSpecializationBody,
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
      const metadata = { specializationId: id, changes: listChanges(before, body), leagues: choices };
      await recordChange(tx, by, 'SPECIALIZATION_UPDATED', metadata);
      return readSpecialization(tx, id);
    }),
  );
}

/** Throws SPECIALIZATION_NOT_FOUND, SPECIALIZATION_COMPLETED. */
export async function deleteSpecialization(db: Database, by: ActorAndRequest, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, cohortId } = await lockSpecialization(tx, id);
    if ((await tx.$count(userSpecializations, eq(userSpecializations.specializationId, id))) > 0) {
      throw new ApiError(SPECIALIZATION_ERRORS.SPECIALIZATION_COMPLETED);
    }
    await tx.delete(specializations).where(eq(specializations.id, id));
    await recordChange(tx, by, 'SPECIALIZATION_DELETED', { specializationId: id, name, cohortId });
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
      cohort: { id: cohorts.id, name: cohorts.name },
      createdAt: isoOf(specializations.createdAt),
      updatedAt: isoOf(specializations.updatedAt),
      completions: db.$count(
        userSpecializations,
        eq(userSpecializations.specializationId, specializations.id),
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
  const ids = rows.map((row) => row.id);
  const places = await db
    .select({
      specializationId: specializationLeagues.specializationId,
      place: {
        id: specializationLeagues.id,
        leagueId: specializationLeagues.leagueId,
        order: specializationLeagues.order,
      },
      league: { id: leagues.id, name: leagues.name, description: leagues.description },
    })
    .from(specializationLeagues)
    .innerJoin(leagues, eq(leagues.id, specializationLeagues.leagueId))
    .where(inArray(specializationLeagues.specializationId, ids))
    .orderBy(asc(specializationLeagues.order), asc(specializationLeagues.id));
  const bySpecialization = Map.groupBy(places, (place) => place.specializationId);
  return rows.map(({ completions, ...row }) => {
    const own = (bySpecialization.get(row.id) ?? []).map(({ place, league }) => ({ ...place, league }));
    return { ...row, leagues: own, _count: { userSpecializations: completions, leagues: own.length } };
  });
}

const refuseTakenName = <Result>(write: () => Promise<Result>) =>
  refuseDuplicate('specializations_cohort_name_key', SPECIALIZATION_ERRORS.SPECIALIZATION_NAME_TAKEN, write);
