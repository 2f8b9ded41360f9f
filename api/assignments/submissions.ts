import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { decideAccess } from '#contract/access.ts';
import { ASSIGNMENT_ERRORS } from '#contract/assignments.ts';
import { PAGE_SIZE_MAX } from '#contract/constants.ts';
import { type Page, readPage } from '#contract/shared.ts';
import {
  type MySubmission,
  maySubmit,
  type StaffSubmission,
  type StaffSubmitBody,
  SUBMISSION_STATUSES,
  type Submission,
  type SubmissionDetail,
  type SubmitBody,
} from '#contract/submissions.ts';
import { type Actor, requireScope } from '../platform/access/actor.ts';
import { toScopeFilter } from '../platform/access/league-scope.ts';
import { recordBy } from '../platform/audit/record.ts';
import type { Database } from '../platform/db/client.ts';
import { findPage } from '../platform/db/paging.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { enrollments, submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';
import { isOfLeagues, readRights } from './queue.ts';
import { findLeagueOfAssignment } from './service.ts';
import {
  findSubmission,
  listAttempts,
  selectSubmissions,
  toStaffSubmission,
  toSubmission,
  toSubmissionDetail,
} from './submission-row.ts';

/** Guard of the call; the write checks again. Throws ASSIGNMENT_NOT_FOUND or NOT_ENROLLED. */
export async function requireSubmitter(db: Database, actor: Actor, assignmentId: string): Promise<void> {
  const leagueId = await findLeagueOfAssignment(db, assignmentId);
  if (leagueId === null) throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_NOT_FOUND);
  await requireEnrollment(db, actor.id, leagueId);
}

/**
 * Keeps every attempt; the submission shows the latest. Throws ASSIGNMENT_NOT_FOUND, NOT_ENROLLED or ALREADY_SUBMITTED.
 */
export async function submitAssignment(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  assignmentId: string,
  body: SubmitBody,
): Promise<Submission> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const assignment = await lockAssignmentAgainstDeletion(tx, assignmentId);
    await requireEnrollment(tx, actor.id, assignment.leagueId);
    return recordAttempt(tx, { actor, requestInfo }, { assignment, userId: actor.id, body });
  });
}

/**
 * Submits for an enrolled learner; staff need no enrollment to submit for themselves. Throws ASSIGNMENT_NOT_FOUND,
 * SUBMISSION_USER_NOT_FOUND, NOT_ENROLLED, ALREADY_SUBMITTED or scope errors.
 */
export async function submitAsStaff(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  assignmentId: string,
  { userId, ...body }: StaffSubmitBody,
): Promise<Submission> {
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const assignment = await lockAssignmentAgainstDeletion(tx, assignmentId);
    await requireScope(tx, actor, assignment.leagueId, 'canCreateContent');
    if (userId && userId !== actor.id) {
      const [learner] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
      if (!learner) throw new ApiError(ASSIGNMENT_ERRORS.SUBMISSION_USER_NOT_FOUND);
      await requireEnrollment(tx, userId, assignment.leagueId);
    }
    return recordAttempt(tx, { actor, requestInfo }, { assignment, userId: userId ?? actor.id, body });
  });
}

/** Newest first. ACTIVE staff see other accounts within their leagues; everybody else gets OTHERS_SUBMISSIONS. */
export async function listMySubmissions(
  db: Database,
  actor: Actor,
  userId: string | undefined,
): Promise<MySubmission[]> {
  const isOther = Boolean(userId) && userId !== actor.id;
  if (isOther && !decideAccess(actor, 'staff').allowed) {
    throw new ApiError(ASSIGNMENT_ERRORS.OTHERS_SUBMISSIONS);
  }
  const inScope = isOther ? await toScopeFilter(db, actor) : undefined;
  const rows = await selectSubmissions(db)
    .where(and(eq(submissions.userId, isOther && userId ? userId : actor.id), inScope))
    .orderBy(...newestFirst);
  const history = await listAttempts(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...toSubmission(row), history: history.get(row.id) ?? [] }));
}

export async function listAssignmentSubmissions(
  db: Database,
  assignmentId: string,
  page: Page | null,
): Promise<StaffSubmission[]> {
  const all = selectSubmissions(db)
    .where(eq(submissions.assignmentId, assignmentId))
    .orderBy(...newestFirst);
  if (page?.limit == null) return (await all).map(toStaffSubmission);
  const rows = await all.limit(page.limit).offset((page.page - 1) * page.limit);
  return rows.map(toStaffSubmission);
}

export async function listSubmissions(
  db: Database,
  actor: Actor,
  query: { page?: string; limit?: string; userId?: string; status?: string },
) {
  const page = readPage(query, PAGE_SIZE_MAX);
  const known = SUBMISSION_STATUSES.find((status) => status === query.status);
  const { visible } = await readRights(db, actor);
  const { ids, pagination } = await findPage(db, submissions, {
    where: and(
      isOfLeagues(visible),
      query.userId ? eq(submissions.userId, query.userId) : undefined,
      known ? eq(submissions.status, known) : undefined,
    ),
    order: newestFirst,
    page,
  });
  const rows = await selectSubmissions(db)
    .where(inArray(submissions.id, ids))
    .orderBy(...newestFirst);
  return { submissions: rows.map(toStaffSubmission), pagination };
}

export async function getSubmission(db: Database, actor: Actor, id: string): Promise<SubmissionDetail> {
  const row = await findSubmission(db, id);
  await requireScope(db, actor, row.leagueId, null);
  return toSubmissionDetail(db, row, actor.id);
}

export async function findLeagueOfSubmission(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ leagueId: assignments.leagueId })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .where(eq(submissions.id, id));
  return row?.leagueId ?? null;
}

const newestFirst = [desc(submissions.submittedAt), desc(submissions.id)];

/** Locks the assignment against deletion. Throws ASSIGNMENT_NOT_FOUND. */
export async function lockAssignmentAgainstDeletion(tx: Database, id: string) {
  const [row] = await tx
    .select({ id: assignments.id, title: assignments.title, leagueId: assignments.leagueId })
    .from(assignments)
    .where(eq(assignments.id, id))
    .for('key share');
  if (!row) throw new ApiError(ASSIGNMENT_ERRORS.ASSIGNMENT_NOT_FOUND);
  return row;
}

async function requireEnrollment(tx: Database, userId: string, leagueId: string): Promise<void> {
  const [row] = await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.leagueId, leagueId)))
    .limit(1);
  if (!row) throw new ApiError(ASSIGNMENT_ERRORS.NOT_ENROLLED);
}

interface NewAttempt {
  assignment: { id: string; title: string; leagueId: string };
  userId: string;
  body: SubmitBody;
}

// The unique key on (assignment, user) decides concurrent first attempts; later attempts lock the submission's row.
async function recordAttempt(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  { assignment, userId, body }: NewAttempt,
): Promise<Submission> {
  const answer = {
    content: body.content ?? null,
    githubUrl: body.githubUrl ?? null,
    liveUrl: body.liveUrl ?? null,
    fileUrl: body.fileUrl ?? null,
  };
  const [created] = await tx
    .insert(submissions)
    .values({ id: createId(), assignmentId: assignment.id, userId, ...answer })
    .onConflictDoNothing({ target: [submissions.assignmentId, submissions.userId] })
    .returning();
  const latest = created ?? (await resubmit(tx, assignment.id, userId, answer));
  await tx.insert(submissionAttempts).values({
    id: createId(),
    submissionId: latest.id,
    number: latest.attempts,
    submittedAt: latest.submittedAt,
    ...answer,
  });
  await recordBy(tx, { actor, requestInfo }, 'ASSIGNMENT_SUBMITTED', {
    targetUserId: userId,
    description: assignment.title,
    metadata: {
      id: latest.id,
      assignmentId: assignment.id,
      leagueId: assignment.leagueId,
      attempt: latest.attempts,
    },
  });
  return toSubmission(await findSubmission(tx, latest.id));
}

async function resubmit(
  tx: Database,
  assignmentId: string,
  userId: string,
  answer: Pick<typeof submissions.$inferInsert, 'content' | 'githubUrl' | 'liveUrl' | 'fileUrl'>,
) {
  const isThis = and(eq(submissions.assignmentId, assignmentId), eq(submissions.userId, userId));
  const [before] = await tx.select().from(submissions).where(isThis).for('update');
  if (!before || !maySubmit(before)) throw new ApiError(ASSIGNMENT_ERRORS.ALREADY_SUBMITTED);
  const [latest] = await tx
    .update(submissions)
    .set({
      ...answer,
      status: 'SUBMITTED',
      attempts: before.attempts + 1,
      submittedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(isThis)
    .returning();
  if (!latest) throw new ApiError(ASSIGNMENT_ERRORS.ALREADY_SUBMITTED);
  return latest;
}
