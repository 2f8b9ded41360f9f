import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import {
  COHORT_ERRORS,
  type Cohort,
  type CohortDetail,
  type CreateCohortBody,
  type UpdateCohortBody,
} from '#contract/cohorts.ts';
import type { Programme, StructureMeta } from '#contract/public-structure.ts';
import type { Page, Pagination } from '#contract/shared.ts';
import { listChanges } from '../../platform/audit/record.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { type Database, inTransaction, isoOf } from '../../platform/db/client.ts';
import { alphabetical, readRows } from '../../platform/db/paging.ts';
import {
  cohorts,
  leagues,
  specializationLeagues,
  specializations,
  weeks,
} from '../../platform/db/schema/curriculum.ts';
import { enrollments } from '../../platform/db/schema/learning.ts';
import { ApiError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import { createId } from '../../platform/process/secrets.ts';

export async function listCohorts(
  db: Database,
  page: Page,
  isActive: boolean | null,
): Promise<{ cohorts: Cohort[]; pagination: Pagination }> {
  const filter = isActive === null ? undefined : eq(cohorts.isActive, isActive);
  const all = selectCohorts(db)
    .where(filter)
    .orderBy(desc(cohorts.isActive), desc(cohorts.createdAt), desc(cohorts.id));
  const { rows, pagination } = await readRows(all, page, () => db.$count(cohorts, filter));
  return { cohorts: await withSpecializations(db, rows), pagination };
}

export async function getCohort(db: Database, id: string): Promise<CohortDetail> {
  const cohort = await readCohort(db, id);
  const rows = await db
    .select({
      id: specializations.id,
      name: specializations.name,
      description: specializations.description,
      linkId: specializationLeagues.id,
      leagueId: specializationLeagues.leagueId,
      order: specializationLeagues.order,
      leagueName: leagues.name,
    })
    .from(specializations)
    .leftJoin(specializationLeagues, eq(specializationLeagues.specializationId, specializations.id))
    .leftJoin(leagues, eq(leagues.id, specializationLeagues.leagueId))
    .where(eq(specializations.cohortId, id))
    .orderBy(
      alphabetical(specializations.name),
      asc(specializationLeagues.order),
      asc(specializationLeagues.id),
    );
  const byId = new Map<string, CohortDetail['specializations'][number]>();
  for (const row of rows) {
    const known = byId.get(row.id);
    const specialization = known ?? {
      id: row.id,
      name: row.name,
      description: row.description,
      leagues: [],
    };
    if (!known) byId.set(row.id, specialization);
    if (row.linkId === null || row.leagueId === null || row.order === null) continue;
    specialization.leagues.push({
      id: row.linkId,
      leagueId: row.leagueId,
      order: row.order,
      league: { id: row.leagueId, name: row.leagueName ?? '' },
    });
  }
  return { ...cohort, specializations: [...byId.values()] };
}

/** Throws COHORT_NAME_TAKEN. */
export async function createCohort(
  db: Database,
  by: ActorAndRequest,
  body: CreateCohortBody,
): Promise<Cohort> {
  return refuseTakenName(() =>
    runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
      const id = createId();
      await tx.insert(cohorts).values({ id, ...body });
      await recordChange(tx, by, 'COHORT_CREATED', { cohortId: id, name: body.name });
      return readCohort(tx, id);
    }),
  );
}

/** Throws COHORT_NOT_FOUND, COHORT_NAME_TAKEN. */
export async function updateCohort(
  db: Database,
  by: ActorAndRequest,
  id: string,
  body: UpdateCohortBody,
): Promise<Cohort> {
  return refuseTakenName(() =>
    inTransaction(db, async (tx) => {
      const before = await lockCohort(tx, id);
      await tx
        .update(cohorts)
        .set({ ...body, updatedAt: sql`now()` })
        .where(eq(cohorts.id, id));
      await recordChange(tx, by, 'COHORT_UPDATED', { cohortId: id, changes: listChanges(before, body) });
      return readCohort(tx, id);
    }),
  );
}

/** Throws COHORT_NOT_FOUND, COHORT_IN_USE, COHORT_HAS_LEAGUES. */
export async function deleteCohort(db: Database, by: ActorAndRequest, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name } = await lockCohort(tx, id);
    const isInUse =
      (await tx.$count(enrollments, eq(enrollments.cohortId, id))) > 0 ||
      (await tx.$count(specializations, eq(specializations.cohortId, id))) > 0;
    if (isInUse) throw new ApiError(COHORT_ERRORS.COHORT_IN_USE);
    if ((await tx.$count(leagues, eq(leagues.cohortId, id))) > 0) {
      throw new ApiError(COHORT_ERRORS.COHORT_HAS_LEAGUES);
    }
    await tx.delete(cohorts).where(eq(cohorts.id, id));
    await recordChange(tx, by, 'COHORT_DELETED', { cohortId: id, name });
  });
}

async function lockCohort(tx: Database, id: string) {
  const [row] = await tx.select().from(cohorts).where(eq(cohorts.id, id)).for('update');
  if (!row) throw new ApiError(COHORT_ERRORS.COHORT_NOT_FOUND);
  return row;
}

async function readCohort(db: Database, id: string): Promise<Cohort> {
  const [cohort] = await withSpecializations(db, await selectCohorts(db).where(eq(cohorts.id, id)));
  if (!cohort) throw new ApiError(COHORT_ERRORS.COHORT_NOT_FOUND);
  return cohort;
}

function selectCohorts(db: Database) {
  return db
    .select({
      id: cohorts.id,
      name: cohorts.name,
      description: cohorts.description,
      isActive: cohorts.isActive,
      autoApprove: cohorts.autoApprove,
      maxEnrollments: cohorts.maxEnrollments,
      createdAt: isoOf(cohorts.createdAt),
      updatedAt: isoOf(cohorts.updatedAt),
      _count: {
        enrollments: db.$count(enrollments, eq(enrollments.cohortId, cohorts.id)),
        specializations: db.$count(specializations, eq(specializations.cohortId, cohorts.id)),
        leagues: db.$count(leagues, eq(leagues.cohortId, cohorts.id)),
      },
    })
    .from(cohorts)
    .$dynamic();
}

async function withSpecializations(
  db: Database,
  rows: Awaited<ReturnType<typeof selectCohorts>>,
): Promise<Cohort[]> {
  const ids = rows.map((row) => row.id);
  const named = await db
    .select({ id: specializations.id, name: specializations.name, cohortId: specializations.cohortId })
    .from(specializations)
    .where(inArray(specializations.cohortId, ids))
    .orderBy(alphabetical(specializations.name));
  return rows.map((row) => {
    const own = named.filter(({ cohortId }) => cohortId === row.id);
    return { ...row, specializations: own.map(({ id, name }) => ({ id, name })) };
  });
}

const refuseTakenName = <Result>(write: () => Promise<Result>) =>
  refuseDuplicate('cohorts_name_key', COHORT_ERRORS.COHORT_NAME_TAKEN, write);

export async function readPublicStructure(
  db: Database,
): Promise<{ programmes: Programme[]; meta: StructureMeta }> {
  const rows = await db
    .select({
      cohort: {
        id: cohorts.id,
        name: cohorts.name,
        description: cohorts.description,
        isActive: cohorts.isActive,
      },
      league: { id: leagues.id, name: leagues.name, description: leagues.description },
      week: { id: weeks.id, name: weeks.name, order: weeks.order, description: weeks.description },
    })
    .from(cohorts)
    .leftJoin(leagues, eq(leagues.cohortId, cohorts.id))
    .leftJoin(weeks, eq(weeks.leagueId, leagues.id))
    .where(eq(cohorts.isActive, true))
    .orderBy(
      alphabetical(cohorts.name),
      asc(cohorts.id),
      alphabetical(leagues.name),
      asc(leagues.id),
      asc(weeks.order),
    );

  const programmes: Programme[] = [];
  let totalLeagues = 0;
  let totalWeeks = 0;
  for (const { cohort, league, week } of rows) {
    let programme = programmes.at(-1);
    if (programme?.id !== cohort.id) {
      programme = { ...cohort, leagues: [] };
      programmes.push(programme);
    }
    if (!league) continue;
    let last = programme.leagues.at(-1);
    if (last?.id !== league.id) {
      last = { ...league, weeks: [] };
      programme.leagues.push(last);
      totalLeagues += 1;
    }
    if (!week) continue;
    last.weeks.push(week);
    totalWeeks += 1;
  }
  return {
    programmes,
    meta: { timestamp: new Date().toISOString(), totalCohorts: programmes.length, totalLeagues, totalWeeks },
  };
}
