import { sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { LEARNING_ERRORS } from '#contract/learning.ts';
import { type ProgressRow, RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { cleanProse } from '#contract/text.ts';
import type { Actor } from '../access/actor.ts';
import { grantAwards } from '../awards/award.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { databaseDeadlineMs } from '../db/deadline.ts';
import { ApiError } from '../errors/api-error.ts';
import { isRetryable, sqlStateOf } from '../errors/sql-state.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { Deps } from '../http/router.ts';
import { setRanked } from '../leaderboard/set-ranked.ts';
import { createId } from '../process/secrets.ts';
import { type ProgressChange, toEventWords } from './progress-state.ts';
import { admits } from './tracking.ts';

/** A change of the caller's own record on a resource. */
interface Write {
  actor: Actor;
  resourceId: string;
  /** A change is taken back by `undoChange` alone. */
  change: Exclude<ProgressChange, { kind: 'RESTORED' }>;
  /** The note the writer last saw, null for none; any other one that stands there now is not overwritten. */
  expectedNote?: string | null | undefined;
  requestInfo: RequestInfo;
}

/** The mark taken off, with the event that can be undone; none where nothing was marked. */
interface Unmarked {
  progress: ProgressRow;
  eventId: string | null;
}

type Answer<Asked extends Pick<Write, 'change'>> = Asked['change']['kind'] extends 'UNMARKED'
  ? Unmarked
  : ProgressRow;

/**
 * Builds the writer of the callers' own records. It writes a change to the record on a resource and answers with the
 * record. That is one statement, outside of a transaction; what needs more begins again in one: an account that changed
 * since the call was let in, a learner without sums, a league that was completed, a deadlock. Repeated keys as in
 * `runIdempotent`; a key that an event carries changes nothing either: an event outlives the answer that is kept.
 * The writer throws RESOURCE_NOT_FOUND, ENROLLMENT_REQUIRED, NOTE_CHANGED, IDEMPOTENCY_KEY_REUSED.
 */
export function createProgressWriter({ db, secret }: Pick<Deps, 'db' | 'secret'>) {
  const change = prepareChange(db);
  return async <Asked extends Write>(asked: Asked): Promise<Answer<Asked>> => {
    const alone = await changeAlone(change, asked);
    if (alone) return readAnswer(alone);
    return inTransaction(db, async (tx) => {
      const changeInside = prepareChange(tx);
      let changed = await changeInside(asked);
      if (changed.outcome === 'NO_SUMS') {
        await setRanked(tx, asked.actor.id);
        changed = await changeInside(asked);
      }
      const leagueId = changed.completedLeague;
      if (leagueId) {
        const { actor, requestInfo } = asked;
        await grantAwards(tx, { userId: actor.id, leagueId }, { requestInfo, secret });
      }
      return readAnswer<Answer<Asked>>(changed);
    });
  };
}

/** What `change_progress` of the database answers with. */
interface Changed {
  outcome:
    | 'ANSWERED'
    | 'ACTOR_CHANGED'
    | 'NO_SUMS'
    | 'LEAGUE_DUE'
    | 'NOT_FOUND'
    | 'NOT_ENROLLED'
    | 'KEY_REUSED'
    | 'NOTE_CHANGED';
  answer: string | null;
  completedLeague: string | null;
}

/** They leave nothing behind and are settled in a transaction. */
const UNSETTLED = new Set<Changed['outcome']>(['ACTOR_CHANGED', 'NO_SUMS', 'LEAGUE_DUE']);

/** SQLSTATE of a write outside of a transaction that completes a league although the sums did not foresee it. */
const LEAGUE_COMPLETED = 'OL001';

/** Null where it takes a transaction; nothing is written then. */
async function changeAlone(change: Change, asked: Write): Promise<Changed | null> {
  try {
    const changed = await change(asked, databaseDeadlineMs());
    return UNSETTLED.has(changed.outcome) ? null : changed;
  } catch (error) {
    if (isRetryable(error) || sqlStateOf(error) === LEAGUE_COMPLETED) return null;
    throw error;
  }
}

/** Runs the write; `deadlineMs` for one outside of a transaction, by the clock of the database. */
type Change = (asked: Write, deadlineMs?: number | null) => Promise<Changed>;

/** The statement is put together once a handle: with nineteen values that takes longer than sending it. */
function prepareChange(db: Database): Change {
  const value = (name: string) => sql.placeholder(name);
  const prepared = db
    .select({
      outcome: sql<Changed['outcome']>`outcome`,
      answer: sql<string | null>`answer`,
      completedLeague: sql<string | null>`completed_league`,
    })
    .from(
      sql`change_progress(
        of_user => ${value('userId')}::text, of_session => ${value('sessionId')}::text,
        judged_role => ${value('role')}::text, judged_status => ${value('status')}::text,
        judged_verified => ${value('emailVerified')}::boolean, admits_everybody => ${value('everybody')}::boolean,
        admits_scope => ${value('byScope')}::boolean, on_resource => ${value('resourceId')}::text,
        change_kind => ${value('kind')}::text, new_note => ${value('personalNote')}::text,
        new_seconds => ${value('timeSpentSeconds')}::integer, checks_note => ${value('checksNote')}::boolean,
        seen_note => ${value('seenNote')}::text, request_key => ${value('idempotencyKey')}::text,
        hash_of_request => ${value('requestHash')}::text, new_id => ${value('id')}::text,
        from_address => ${value('address')}::text, from_request => ${value('requestId')}::text,
        deadline_ms => ${value('deadlineMs')}::double precision)`,
    )
    .prepare('change_progress');
  return async ({ actor, resourceId, change, expectedNote, requestInfo }, deadlineMs = null) => {
    const { id: userId, sessionId, role, status, emailVerified } = actor;
    const { idempotencyKey, requestHash, address, requestId } = requestInfo;
    const [changed] = await prepared.execute({
      ...{ userId, sessionId, role, status, emailVerified, ...admits(role) },
      ...{ resourceId, kind: change.kind, ...toEventWords(change) },
      checksNote: expectedNote !== undefined,
      seenNote: expectedNote == null ? null : cleanProse(expectedNote),
      ...{ idempotencyKey, requestHash, id: createId(), address, requestId, deadlineMs },
    });
    return changed as Changed;
  };
}

function readAnswer<Result>({ outcome, answer }: Changed): Result {
  switch (outcome) {
    case 'NOT_FOUND':
      throw new ApiError(LEARNING_ERRORS.RESOURCE_NOT_FOUND);
    case 'NOT_ENROLLED':
      throw new ApiError(ERRORS.ENROLLMENT_REQUIRED);
    case 'KEY_REUSED':
      throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
    case 'NOTE_CHANGED':
      throw new ApiError(RESOURCE_PROGRESS_ERRORS.NOTE_CHANGED, { extras: { currentNote: answer } });
  }
  // An account that changes once more, between its lock and here, or a row that is gone again.
  if (outcome !== 'ANSWERED' || answer === null) throw new ApiError(ERRORS.CONFLICT);
  return JSON.parse(answer) as Result;
}
