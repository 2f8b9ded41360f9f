import { inArray } from 'drizzle-orm';
import { ADMIN_USER_ERRORS } from '#contract/admin-users.ts';
import type { ErrorDefinition } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { isId } from '#contract/text.ts';
import { type BatchResult, USER_BATCH_ERRORS } from '#contract/user-batches.ts';
import { enrollIn, unenrollIn } from '../../learning/enrollment.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import type { Database } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { ApiError, toApiError } from '../../platform/errors/api-error.ts';
import { isRetryable, isUnavailable } from '../../platform/errors/sql-state.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { describeError } from '../../platform/process/log.ts';
import { mayReadUsers } from './managers.ts';
import { approveIn, type StatusChange, updateStatusIn } from './service.ts';

// Without the name: the result is stored with the idempotency key, where names must not be.
type Plain = Omit<BatchResult, 'name' | 'email'>;
type Batch = Pick<Deps, 'db' | 'secret' | 'log'>;

const codesOf = (...errors: ErrorDefinition[]) => new Set(errors.map(({ reason }) => reason));

// The person changed since they were chosen, so the action does not apply.
const SKIPS = codesOf(
  ADMIN_USER_ERRORS.USER_NOT_FOUND,
  ADMIN_USER_ERRORS.USER_NOT_PENDING,
  ADMIN_USER_ERRORS.USER_IS_PENDING,
  ADMIN_USER_ERRORS.OWN_APPROVAL,
  ADMIN_USER_ERRORS.OWN_SUSPENSION,
  ADMIN_USER_ERRORS.OWN_STATUS,
  ADMIN_USER_ERRORS.GRAND_ACCOUNT,
  LEARNING_ERRORS.USER_NOT_FOUND,
  LEARNING_ERRORS.ENROLL_USER_INACTIVE,
  LEARNING_ERRORS.ALREADY_ENROLLED,
  LEARNING_ERRORS.LEAGUE_NOT_ENROLLED,
  USER_BATCH_ERRORS.STATUS_UNCHANGED,
);
// The action applies but failed for this person only.
const FAILURES = codesOf(LEARNING_ERRORS.COHORT_FULL);

export async function approveUsers(deps: Batch, by: ActorAndRequest, ids: readonly string[]) {
  return runBatch(deps, by, ids, async (tx, id) => {
    await approveIn({ db: tx, secret: deps.secret }, by, id);
  });
}

export async function updateStatuses(
  deps: Batch,
  by: ActorAndRequest,
  ids: readonly string[],
  change: StatusChange,
) {
  return runBatch(deps, by, ids, async (tx, id) => {
    const { isChanged } = await updateStatusIn({ db: tx, secret: deps.secret }, by, id, change);
    if (isChanged) return;
    throw new ApiError(USER_BATCH_ERRORS.STATUS_UNCHANGED, {
      values: { status: change.status.toLowerCase() },
    });
  });
}

export async function enrollUsers(
  deps: Batch,
  by: ActorAndRequest,
  ids: readonly string[],
  target: { cohortId: string; leagueId: string },
) {
  return runBatch(deps, by, ids, async (tx, userId) => {
    await enrollIn(tx, by, { ...target, userId });
  });
}

export async function unenrollUsers(
  deps: Batch,
  by: ActorAndRequest,
  ids: readonly string[],
  target: { cohortId: string; leagueId: string },
) {
  return runBatch(deps, by, ids, async (tx, userId) => {
    await unenrollIn(tx, by, { ...target, userId });
  });
}

export function guardEnrollment(db: Database): Guard {
  return async ({ actor, readRaw }) => {
    const { leagueId } = await readRaw();
    if (!isId(leagueId)) return;
    await requireScope(db, actor, leagueId, 'canManageUsers');
  };
}

// Each person has a savepoint; an error about no single person, such as an expired league, rolls the batch back.
async function runBatch(
  { db, log }: Batch,
  { actor, requestInfo }: ActorAndRequest,
  ids: readonly string[],
  work: (tx: Database, userId: string) => Promise<void>,
): Promise<{ results: BatchResult[] }> {
  const people = [...new Set(ids)].sort();
  const attempt = async (tx: Database, userId: string): Promise<Plain> => {
    try {
      await tx.transaction((point) => work(point as unknown as Database, userId));
      return { userId, outcome: 'done', code: null, message: null };
    } catch (error) {
      if (isRetryable(error) || isUnavailable(error)) throw error;
      const refusal = toApiError(error);
      const { reason: code, message, status } = refusal;
      if (status >= 500)
        log.error('batch_item_failed', { requestId: requestInfo.requestId, ...describeError(error) });
      else if (!SKIPS.has(code) && !FAILURES.has(code)) throw error;
      return { userId, outcome: SKIPS.has(code) ? 'skipped' : 'failed', code, message };
    }
  };
  const once = async (tx: Database): Promise<Plain[]> => {
    const results: Plain[] = [];
    for (const userId of people) results.push(await attempt(tx, userId));
    return results;
  };
  const results = await runIdempotent(db, actor.id, requestInfo, once, { accounts: [actor.id, ...people] });
  return { results: await withNames(db, actor, results) };
}

async function withNames(db: Database, actor: Actor, results: readonly Plain[]): Promise<BatchResult[]> {
  const known = (await mayReadUsers(db, actor)) ? await findNames(db, results) : null;
  return results.map((result) => {
    const { name = null, email = null } = known?.get(result.userId) ?? {};
    return { ...result, name, email };
  });
}

async function findNames(db: Database, results: readonly Plain[]) {
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      inArray(
        users.id,
        results.map(({ userId }) => userId),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
}
