import { and, asc, desc, eq, inArray, min, not, type SQL, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import {
  type listReviewQueue,
  QUEUE_HOLDERS,
  QUEUE_PAGE_SIZE,
  QUEUE_PAGE_SIZE_MAX,
  QUEUE_PREVIEW_LENGTH,
  type QueueCounts,
  type QueueHolder,
  type QueueQuery,
  type QueueRow,
  type SubmissionToExport,
} from '#contract/review-queue.ts';
import { readPage } from '#contract/shared.ts';
import { isWaitingStatus, SUBMISSION_STATUSES, WAITING_STATUSES } from '#contract/submissions.ts';
import { type Actor, listScopes } from '../platform/access/actor.ts';
import { searchPeople, toPeopleTerms } from '../platform/db/account-search.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { countWhere, findPage, isOneOf, type Listing } from '../platform/db/paging.ts';
import { assignments } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';
import {
  isClaimableBy,
  isClaimed,
  type SubmissionRow,
  selectSubmissions,
  toClaim,
  toStaffSubmission,
} from './submission-row.ts';

/** Leagues whose submissions the caller may see and may review; null means all. */
export interface ReviewRights {
  visible: string[] | null;
  reviewed: string[] | null;
}

export async function readRights(db: Database, actor: Pick<Actor, 'id' | 'role'>): Promise<ReviewRights> {
  if (actor.role === 'GRAND_PATHFINDER') return { visible: null, reviewed: null };
  const scopes = await listScopes(db, actor);
  return {
    visible: scopes.map(({ leagueId }) => leagueId),
    reviewed: scopes.filter(({ canCreateContent }) => canCreateContent).map(({ leagueId }) => leagueId),
  };
}

/** Returns undefined for null, which means all leagues. */
export function isOfLeagues(leagueIds: string[] | null): SQL | undefined {
  if (leagueIds === null) return undefined;
  if (leagueIds.length === 0) return sql`false`;
  return sql`${submissions.assignmentId} in (
    select ${assignments.id} from ${assignments} where ${inArray(assignments.leagueId, leagueIds)})`;
}

/** Waiting submissions first, each group oldest first. Invalid filters and paging fall back to the defaults. */
export async function listQueue(
  db: Database,
  actor: Actor,
  query: QueueQuery,
): Promise<DataOf<typeof listReviewQueue>> {
  const asked = readPage(query, QUEUE_PAGE_SIZE);
  const page = { ...asked, limit: Math.min(asked.limit, QUEUE_PAGE_SIZE_MAX) };
  const rights = await readRights(db, actor);
  const search = searchPeople(submissions.userId, toPeopleTerms(query.search));
  const [{ ids, pagination }, counts] = await Promise.all([
    findPage(db, submissions, {
      where: and(isOfLeagues(rights.visible), ...filtersOf(query, actor), search),
      order: orderOf(query),
      page,
    }),
    countIn(db, actor, rights, query.leagueId),
  ]);
  const rows = ids.length === 0 ? [] : await selectSubmissions(db).where(inArray(submissions.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    // A row deleted between the two statements is left out.
    submissions: ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [toQueueRow(row, actor.id)] : [];
    }),
    counts,
    pagination,
  };
}

export async function findQueue(
  db: Database,
  actor: Actor,
  query: QueueQuery,
): Promise<Listing<SubmissionToExport>> {
  const { visible } = await readRights(db, actor);
  const search = searchPeople(submissions.userId, toPeopleTerms(query.search));
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(isOfLeagues(visible), ...filtersOf(query, actor), search))
    .orderBy(...orderOf(query));
  return {
    ids: rows.map(({ id }) => id),
    read: async (ids) => {
      const found = await selectSubmissions(db).where(isOneOf(submissions.id, ids));
      return found.map((row) => ({ ...toStaffSubmission(row), dueDate: toIso(row.dueAt) }));
    },
  };
}

export async function countQueue(
  db: Database,
  actor: Actor,
  { leagueId }: { leagueId?: string },
): Promise<QueueCounts> {
  return countIn(db, actor, await readRights(db, actor), leagueId);
}

async function countIn(
  db: Database,
  actor: Actor,
  rights: ReviewRights,
  leagueId: string | undefined,
): Promise<QueueCounts> {
  const seen = and(isOfLeagues(rights.visible), leagueId ? isOfLeagues([leagueId]) : undefined);
  const mayReview = isOfLeagues(rights.reviewed);
  const [total, [waiting]] = await Promise.all([
    db.$count(submissions, seen),
    db
      .select({
        waiting: countWhere(undefined),
        free: countWhere(and(mayReview, isClaimableBy(actor.id))),
        oldestAt: min(submissions.submittedAt),
      })
      .from(submissions)
      .where(and(isWaiting, seen)),
  ]);
  return {
    total,
    waiting: waiting?.waiting ?? 0,
    free: waiting?.free ?? 0,
    oldestAt: toIso(waiting?.oldestAt ?? null),
  };
}

// Literals instead of parameters: otherwise the planner ignores the partial indexes of waiting submissions.
const waitingStatuses = sql.raw(`('${WAITING_STATUSES.join("','")}')`);
export const isWaiting: SQL = sql`${submissions.status} in ${waitingStatuses}`;
const isDecided = sql`(${submissions.status} not in ${waitingStatuses})`;
const waitingFirst = [isDecided, asc(submissions.submittedAt), asc(submissions.id)];
const newestFirst = [desc(submissions.submittedAt), desc(submissions.id)];
const orderOf = ({ direction }: QueueQuery) => (direction === 'desc' ? newestFirst : waitingFirst);

function filtersOf(query: QueueQuery, actor: Actor): (SQL | undefined)[] {
  const status = SUBMISSION_STATUSES.find((known) => known === query.status);
  const holder = QUEUE_HOLDERS.find((known) => known === query.holder);
  return [
    status && and(isWaitingStatus(status) ? isWaiting : isDecided, eq(submissions.status, status)),
    query.leagueId ? isOfLeagues([query.leagueId]) : undefined,
    query.assignmentId ? eq(submissions.assignmentId, query.assignmentId) : undefined,
    holder && isHeldBy(holder, actor.id),
  ].map((filter) => filter || undefined);
}

function isHeldBy(holder: QueueHolder, actorId: string): SQL | undefined {
  if (holder === 'nobody') return not(isClaimed);
  const isMine = eq(submissions.claimedById, actorId);
  return and(holder === 'me' ? isMine : not(isMine), isClaimed);
}

function toQueueRow(row: SubmissionRow, actorId: string): QueueRow {
  const { content, ...submission } = toStaffSubmission(row);
  return {
    ...submission,
    content: content === null ? null : toBeginning(content),
    dueDate: toIso(row.dueAt),
    claim: toClaim(row, actorId),
  };
}

function toBeginning(text: string): string {
  const characters = [...text];
  if (characters.length <= QUEUE_PREVIEW_LENGTH) return text;
  return `${characters.slice(0, QUEUE_PREVIEW_LENGTH).join('')}…`;
}
