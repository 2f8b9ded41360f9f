import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import {
  ASSIGNMENT_ERRORS,
  type Assignment,
  type AssignmentRow,
  type CreateAssignmentBody,
  type listAssignments,
  parseMoment,
  type UpdateAssignmentBody,
} from '#contract/assignments.ts';
import type { DataOf } from '#contract/call.ts';
import { ASSIGNMENTS_PAGE_SIZE } from '#contract/constants.ts';
import { readPage } from '#contract/shared.ts';
import { assignmentColumns, type FoundAssignment, presentAssignment } from '../learning/league-structure.ts';
import { type Actor, requireScope } from '../platform/access/actor.ts';
import { findLeague, toScopeFilter } from '../platform/access/league-scope.ts';
import { listChanges, recordBy } from '../platform/audit/record.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { raiseCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { readRows } from '../platform/db/paging.ts';
import { assignments, leagues } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { ApiError, refuseDuplicate } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';

const columns = { ...assignmentColumns, league: { id: leagues.id, name: leagues.name } };

/** Throws LEAGUE_WITHOUT_ASSIGNMENT or ASSIGNMENT_LEAGUE_NOT_FOUND; both are 404, shown as 'Assignment Coming Soon'. */
export async function getLeagueAssignment(db: Database, leagueId: string): Promise<Assignment> {
  const found = await findAssignment(db, leagueId);
  if (found) return found;
  throw await toMissing(db, leagueId);
}

export async function findAssignment(db: Database, leagueId: string): Promise<Assignment | null> {
  const [row] = await db
    .select(columns)
    .from(assignments)
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .where(eq(assignments.leagueId, leagueId));
  return row ? presentAssignment(row) : null;
}

export async function getLeagueAssignmentRow(db: Database, leagueId: string): Promise<AssignmentRow> {
  const row = await findRow(db, eq(assignments.leagueId, leagueId));
  if (row) return row;
  throw await toMissing(db, leagueId);
}

export async function listAssignmentRows(
  db: Database,
  actor: Actor,
  query: { page?: string; limit?: string; leagueId?: string },
): Promise<DataOf<typeof listAssignments>> {
  const page = readPage(query, ASSIGNMENTS_PAGE_SIZE);
  const asked = await toFilter(db, actor, query);
  const all = selectRows(db)
    .where(asked)
    .orderBy(...newestFirst);
  const { rows, pagination } = await readRows(all, page, () => db.$count(assignments, asked));
  return { assignments: rows.map(toRow), pagination };
}

export async function listAllAssignmentRows(
  db: Database,
  actor: Actor,
  query: { leagueId?: string },
): Promise<AssignmentRow[]> {
  const rows = await selectRows(db)
    .where(await toFilter(db, actor, query))
    .orderBy(...newestFirst);
  return rows.map(toRow);
}

const newestFirst = [desc(assignments.createdAt), desc(assignments.id)];

async function toFilter(db: Database, actor: Actor, { leagueId }: { leagueId?: string }) {
  return and(
    await toScopeFilter(db, actor, assignments.leagueId),
    leagueId ? eq(assignments.leagueId, leagueId) : undefined,
  );
}

function selectRows(db: Database) {
  return db
    .select({
      ...columns,
      submissionCount: db.$count(submissions, eq(submissions.assignmentId, assignments.id)),
    })
    .from(assignments)
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .$dynamic();
}

/** Throws ASSIGNMENT_LEAGUE_NOT_FOUND, ASSIGNMENT_EXISTS (also for concurrent calls) or scope errors. */
export async function createAssignment(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  { dueDate, ...body }: CreateAssignmentBody,
): Promise<AssignmentRow> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const { leagueId, title } = body;
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    await requireLeague(tx, leagueId);
    const id = createId();
    await refuseSecond(() => tx.insert(assignments).values({ ...body, id, dueAt: toMoment(dueDate) }));
    await recordBy(tx, { actor, requestInfo }, 'ASSIGNMENT_CREATED', {
      description: title,
      metadata: { id, leagueId },
    });
    await raiseCurriculumVersion(tx);
    return getRow(tx, id);
  });
}

/**
 * May move the assignment to a league in scope without one. Throws ASSIGNMENT_NOT_FOUND, ASSIGNMENT_LEAGUE_NOT_FOUND,
 * ASSIGNMENT_EXISTS or scope errors.
 */
export async function updateAssignment(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  { dueDate, ...body }: UpdateAssignmentBody,
): Promise<AssignmentRow> {
  return inTransaction(db, async (tx) => {
    const before = await lockAssignment(tx, id);
    await requireScope(tx, actor, before.leagueId, 'canCreateContent');
    const { leagueId = before.leagueId } = body;
    if (leagueId !== before.leagueId) {
      await requireScope(tx, actor, leagueId, 'canCreateContent');
      await requireLeague(tx, leagueId);
    }
    const patch = { ...body, dueAt: toMoment(dueDate) };
    const changes = listChanges(before, patch);
    if (Object.keys(changes).length > 0) {
      await refuseSecond(() =>
        tx
          .update(assignments)
          .set({ ...patch, updatedAt: sql`now()` })
          .where(eq(assignments.id, id)),
      );
      await recordBy(tx, { actor, requestInfo }, 'ASSIGNMENT_UPDATED', {
        description: before.title,
        metadata: { id, leagueId, changes },
      });
      await raiseCurriculumVersion(tx);
    }
    return getRow(tx, id);
  });
}

export async function deleteAssignment(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockAssignment(tx, id);
    await requireScope(tx, actor, before.leagueId, 'canCreateContent');
    const submitted = Number(await tx.$count(submissions, eq(submissions.assignmentId, id)));
    if (submitted > 0) {
      throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_HAS_SUBMISSIONS, { values: { count: submitted } });
    }
    await tx.delete(assignments).where(eq(assignments.id, id));
    await recordBy(tx, { actor, requestInfo }, 'ASSIGNMENT_DELETED', {
      description: before.title,
      metadata: { id, leagueId: before.leagueId },
    });
    await raiseCurriculumVersion(tx);
  });
}

export async function findLeagueOfAssignment(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ leagueId: assignments.leagueId })
    .from(assignments)
    .where(eq(assignments.id, id));
  return row?.leagueId ?? null;
}

/** Throws ASSIGNMENT_NOT_FOUND. */
async function lockAssignment(tx: Database, id: string) {
  const [row] = await tx.select().from(assignments).where(eq(assignments.id, id)).for('update');
  if (!row) throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_NOT_FOUND);
  return row;
}

async function toMissing(db: Database, leagueId: string): Promise<ApiError> {
  const league = await findLeague(db, leagueId);
  return new ApiError(
    league === null
      ? ASSIGNMENT_ERRORS.ASSIGNMENT_LEAGUE_NOT_FOUND
      : ASSIGNMENT_ERRORS.LEAGUE_WITHOUT_ASSIGNMENT,
  );
}

// Locks the league against deletion until the transaction ends.
async function requireLeague(tx: Database, leagueId: string): Promise<void> {
  const [league] = await tx
    .select({ id: leagues.id })
    .from(leagues)
    .where(eq(leagues.id, leagueId))
    .for('key share');
  if (!league) throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_LEAGUE_NOT_FOUND);
}

const refuseSecond = (write: () => Promise<unknown>) =>
  refuseDuplicate('assignments_league_id_key', ASSIGNMENT_ERRORS.ASSIGNMENT_EXISTS, write);

async function getRow(db: Database, id: string): Promise<AssignmentRow> {
  const row = await findRow(db, eq(assignments.id, id));
  if (!row) throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_NOT_FOUND);
  return row;
}

async function findRow(db: Database, where: SQL): Promise<AssignmentRow | null> {
  const [row] = await selectRows(db).where(where);
  return row ? toRow(row) : null;
}

function toRow({
  submissionCount: submitted,
  ...row
}: FoundAssignment & { submissionCount: number }): AssignmentRow {
  return { ...presentAssignment(row), _count: { submissions: submitted } };
}

function toMoment(dueDate: string | null | undefined): Date | null | undefined {
  return typeof dueDate === 'string' ? parseMoment(dueDate) : dueDate;
}
