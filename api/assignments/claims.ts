import { and, eq, ne, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import {
  CLAIM_MINUTES,
  type claimNextSubmission,
  type NextBody,
  REVIEW_ERRORS,
} from '#contract/review-queue.ts';
import type { SubmissionDetail } from '#contract/submissions.ts';
import { type Actor, requireScope } from '../platform/access/actor.ts';
import { refuseOwnRecord } from '../platform/access/own-record.ts';
import { recordBy } from '../platform/audit/record.ts';
import { type Database, inTransaction } from '../platform/db/client.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../platform/http/request-info.ts';
import { countQueue, isOfLeagues, isWaiting, readRights } from './queue.ts';
import {
  findSubmission,
  isClaimableBy,
  type SubmissionRow,
  toClaim,
  toSubmissionDetail,
} from './submission-row.ts';

/**
 * Claims or renews for CLAIM_MINUTES, and takes over claims that lapsed. Throws SUBMISSION_NOT_FOUND, OWN_SUBMISSION,
 * scope errors, or SUBMISSION_CLAIMED with the `claim`.
 */
export async function claimSubmission(
  db: Database,
  by: ActorAndRequest,
  id: string,
): Promise<SubmissionDetail> {
  return inTransaction(db, async (tx) => {
    const row = await lockSubmission(tx, id);
    await requireScope(tx, by.actor, row.leagueId, 'canCreateContent');
    await refuseOwnSubmission(tx, by.actor, row);
    requireUnclaimed(row, by.actor);
    await writeClaim(tx, by, row);
    return toSubmissionDetail(tx, await findSubmission(tx, id), by.actor.id);
  });
}

/**
 * Claims the longest waiting free submission; with `after`, releases that one and takes the next. Row locks with `skip
 * locked` give concurrent callers different submissions. Throws scope errors for `leagueId`.
 */
export async function claimNext(
  db: Database,
  by: ActorAndRequest,
  { leagueId, after }: NextBody,
): Promise<DataOf<typeof claimNextSubmission>> {
  return inTransaction(db, async (tx) => {
    if (leagueId) await requireScope(tx, by.actor, leagueId, 'canCreateContent');
    if (after) await dropClaim(tx, by, after);
    const { reviewed } = await readRights(tx, by.actor);
    // Continuing after a submission of another league would reveal its time.
    const isKnown = after ? and(eq(submissions.id, after), isOfLeagues(reviewed)) : sql`false`;
    const from = after && (await tx.$count(submissions, isKnown)) > 0 ? after : null;
    const row = await claimNextFree(tx, by, { leagueIds: leagueId ? [leagueId] : reviewed, after: from });
    const { free } = await countQueue(tx, by.actor, { leagueId: leagueId ?? undefined });
    if (!row) return { submission: null, free };
    const submission = await toSubmissionDetail(tx, await findSubmission(tx, row.id), by.actor.id);
    return { submission, free: Math.max(0, free - 1) };
  });
}

export async function releaseSubmission(db: Database, by: ActorAndRequest, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockSubmission(tx, id);
    await requireScope(tx, by.actor, row.leagueId, 'canCreateContent');
    await dropClaim(tx, by, id);
  });
}

/**
 * Throws OWN_SUBMISSION unless the caller is the only Grand Pathfinder who could review it. Spread the result into the
 * audit metadata.
 */
export function refuseOwnSubmission(
  tx: Database,
  actor: Actor,
  { userId, leagueId }: Pick<SubmissionRow, 'userId' | 'leagueId'>,
) {
  const rights = { roles: ['CHIEF_PATHFINDER'], permission: 'canCreateContent', leagueId } as const;
  return refuseOwnRecord(tx, actor, userId, rights, REVIEW_ERRORS.OWN_SUBMISSION);
}

export function requireUnclaimed(row: SubmissionRow, actor: Pick<Actor, 'id'>): void {
  const claim = toClaim(row, actor.id);
  if (!claim || claim.isMine) return;
  throw new ApiError(REVIEW_ERRORS.SUBMISSION_CLAIMED, {
    values: { name: claim.by.name },
    extras: { claim },
  });
}

/** Locks the row before reading it. Throws SUBMISSION_NOT_FOUND. */
export async function lockSubmission(tx: Database, id: string): Promise<SubmissionRow> {
  await tx.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, id)).for('update');
  return findSubmission(tx, id);
}

interface Search {
  leagueIds: string[] | null;
  after: string | null;
}

async function claimNextFree(
  tx: Database,
  by: ActorAndRequest,
  { leagueIds, after }: Search,
): Promise<SubmissionRow | null> {
  if (leagueIds?.length === 0) return null;
  for (;;) {
    const id =
      (await findNext(tx, by.actor, { leagueIds, after }, true)) ??
      (after && (await findNext(tx, by.actor, { leagueIds, after }, false)));
    if (!id) return null;
    const row = await findSubmission(tx, id);
    // The search ran before the lock, so somebody may have claimed the row meanwhile: check the holder again.
    if (row.holderId === null || row.holderId === by.actor.id) {
      await writeClaim(tx, by, row);
      return row;
    }
  }
}

async function findNext(
  tx: Database,
  actor: Actor,
  { leagueIds, after }: Search,
  isLater: boolean,
): Promise<string | null> {
  const where = and(
    isWaiting,
    isOfLeagues(leagueIds),
    after === null ? undefined : ne(submissions.id, after),
    after === null || !isLater
      ? undefined
      : sql`(${submissions.submittedAt}, ${submissions.id}) > (
          select here.submitted_at, here.id from submissions here where here.id = ${after})`,
    isClaimableBy(actor.id),
  );
  const [row] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(where)
    .orderBy(submissions.submittedAt, submissions.id)
    .limit(1)
    .for('update', { skipLocked: true });
  return row?.id ?? null;
}

// Renewing is not audited, claiming is.
async function writeClaim(
  tx: Database,
  { actor, requestInfo }: ActorAndRequest,
  row: SubmissionRow,
): Promise<void> {
  await tx
    .update(submissions)
    .set({
      claimedById: actor.id,
      claimedUntil: sql`now() + ${sql.raw(String(CLAIM_MINUTES))} * interval '1 minute'`,
    })
    .where(eq(submissions.id, row.id));
  if (row.holderId === actor.id) return;
  await recordBy(tx, { actor, requestInfo }, 'SUBMISSION_CLAIMED', {
    targetUserId: row.userId,
    metadata: { id: row.id, leagueId: row.leagueId, attempt: row.attempts },
  });
}

async function dropClaim(tx: Database, { actor, requestInfo }: ActorAndRequest, id: string): Promise<void> {
  const [dropped] = await tx
    .update(submissions)
    .set({ claimedById: null, claimedUntil: null })
    .where(and(eq(submissions.id, id), eq(submissions.claimedById, actor.id)))
    .returning({
      userId: submissions.userId,
      leagueId: sql<string>`(select a.league_id from assignments a where a.id = submissions.assignment_id)`,
    });
  if (!dropped) return;
  await recordBy(tx, { actor, requestInfo }, 'SUBMISSION_RELEASED', {
    targetUserId: dropped.userId,
    metadata: { id, leagueId: dropped.leagueId },
  });
}
