import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import {
  type getRevision,
  REVISION_ERRORS,
  type ReviewBody,
  type RevisionEntry,
  type RevisionSums,
  type reviewResource as reviewCall,
} from '#contract/revision.ts';
import { type Page, toPagination } from '#contract/shared.ts';
import type { Actor } from '../platform/access/actor.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { selectRow } from '../platform/db/nested-rows.ts';
import { toWindow } from '../platform/db/paging.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import {
  resourceProgress,
  revisionCards,
  revisionPauses,
  revisionReviews,
} from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { runIdempotent } from '../platform/http/idempotency.ts';
import type { RequestInfo } from '../platform/http/request-info.ts';
import type { Deps } from '../platform/http/router.ts';
import { placedFields, presentPlaced, presentProgressRow } from './placed-resources.ts';
import { lockLearner, lockPlace } from './progress/lock-place.ts';
import { type CardState, dueAt, endOfDay, scheduleNext } from './revision-schedule.ts';
import { isTracked } from './tracking.ts';

export type RevisionDeps = Pick<Deps, 'db'> & { timeZone: string };

interface Asked {
  actor: Actor;
  requestInfo: RequestInfo;
}

const cardOf = (userId: string, resourceId: string) =>
  and(eq(revisionCards.userId, userId), eq(revisionCards.resourceId, resourceId));

export async function readRevision(
  { db, timeZone }: Pick<RevisionDeps, 'db' | 'timeZone'>,
  userId: string,
  page: Page & { limit: number },
): Promise<DataOf<typeof getRevision>> {
  const sums = await readSums(db, timeZone, userId);
  const revision = await listEntries(db, timeZone, userId, toWindow(page));
  return { revision, sums, pagination: toPagination(page, sums.marked) };
}

/**
 * A stale answer, as from a second tab, changes nothing and returns no id. Throws RESOURCE_NOT_FOUND,
 * ENROLLMENT_REQUIRED, REVISION_NOT_MARKED.
 */
export async function reviewResource(
  deps: RevisionDeps,
  {
    actor,
    requestInfo,
    resourceId,
    rating,
    expectedLastReviewedAt,
  }: Asked & ReviewBody & { resourceId: string },
): Promise<DataOf<typeof reviewCall>> {
  return runIdempotent(deps.db, actor.id, requestInfo, async (tx) => {
    const { markedAt, now } = await lockMark(tx, actor, resourceId);
    if (!markedAt) throw new ApiError(REVISION_ERRORS.REVISION_NOT_MARKED);
    const [card] = await tx.select().from(revisionCards).where(cardOf(actor.id, resourceId));
    const entry = () => findEntry(tx, deps.timeZone, actor.id, resourceId);
    const lastReviewedAt = toIso(card?.reviewedAt ?? null);
    if (expectedLastReviewedAt !== undefined && expectedLastReviewedAt !== lastReviewedAt) {
      return { reviewId: null, entry: await entry() };
    }
    const [review] = await tx
      .insert(revisionReviews)
      .values({
        userId: actor.id,
        resourceId,
        rating,
        reviewedAt: now,
        cardBefore: card ? JSON.stringify(toStored(card)) : null,
      })
      .returning({ id: revisionReviews.id });
    const next = { ...scheduleNext(card ?? null, rating, now), markedAt };
    await tx
      .insert(revisionCards)
      .values({ userId: actor.id, resourceId, ...next })
      .onConflictDoUpdate({ target: [revisionCards.userId, revisionCards.resourceId], set: next });
    return { reviewId: String(review?.id), entry: await entry() };
  });
}

/** Idempotent. Throws REVIEW_NOT_FOUND, REVIEW_NOT_LAST, RESOURCE_NOT_FOUND, ENROLLMENT_REQUIRED. */
export async function undoReview(
  deps: RevisionDeps,
  { actor, requestInfo, reviewId }: Asked & { reviewId: string },
): Promise<{ entry: RevisionEntry | null }> {
  return runIdempotent(deps.db, actor.id, requestInfo, async (tx) => {
    const id = /^\d{1,15}$/.test(reviewId) ? Number(reviewId) : 0;
    const isIt = and(eq(revisionReviews.id, id), eq(revisionReviews.userId, actor.id));
    const [known] = await tx.select().from(revisionReviews).where(isIt);
    if (!known) throw new ApiError(REVISION_ERRORS.REVIEW_NOT_FOUND);
    const { resourceId } = known;
    const { now } = await lockMark(tx, actor, resourceId);
    const [last] = await tx
      .select()
      .from(revisionReviews)
      .where(
        and(
          eq(revisionReviews.userId, actor.id),
          eq(revisionReviews.resourceId, resourceId),
          isNull(revisionReviews.undoneAt),
        ),
      )
      .orderBy(desc(revisionReviews.id))
      .limit(1);
    const [review] = await tx.select().from(revisionReviews).where(isIt);
    if (review && !review.undoneAt) {
      if (last?.id !== review.id) throw new ApiError(REVISION_ERRORS.REVIEW_NOT_LAST);
      await restoreCard(tx, actor.id, resourceId, review.cardBefore);
      await tx.update(revisionReviews).set({ undoneAt: now }).where(isIt);
    }
    return { entry: await findEntry(tx, deps.timeZone, actor.id, resourceId) };
  });
}

/** Resuming moves every due date by the length of the pause. Idempotent. */
export async function pauseRevision(
  deps: RevisionDeps,
  { actor, requestInfo, isPaused }: Asked & { isPaused: boolean },
): Promise<RevisionSums> {
  return runIdempotent(deps.db, actor.id, requestInfo, async (tx) => {
    await lockLearner(tx, actor.id);
    if (isPaused) {
      await tx.execute(
        sql`insert into revision_pauses (user_id) values (${actor.id}) on conflict do nothing`,
      );
    } else {
      await tx.execute(sql`
        with pause as (delete from revision_pauses where user_id = ${actor.id} returning paused_at),
        marked as materialized (
          -- A mark that was taken off may come back (undo.ts), and then as if it had stayed.
          select rp.resource_id, coalesce(rp.marked_for_revision_at, ${lastMarkedAt}) as marked_at, pause.paused_at
          from pause
          join resource_progress rp on rp.user_id = ${actor.id}
          where coalesce(rp.marked_for_revision_at, ${lastMarkedAt}) is not null
        ),
        taken_back_later as (${moveCardsBefore(actor.id)})
        insert into revision_cards (user_id, resource_id, marked_at, due_at)
        select ${actor.id}, rp.resource_id, rp.marked_at, ${movedDueAt(sql`rc`)}
        from marked rp
        left join revision_cards rc on rc.user_id = ${actor.id} and rc.resource_id = rp.resource_id
        on conflict (user_id, resource_id) do update
          set marked_at = excluded.marked_at, due_at = excluded.due_at`);
    }
    return readSums(tx, deps.timeZone, actor.id);
  });
}

// From the events of `rp`; marking an already marked resource sets no new moment.
const lastMarkedAt = sql`(
  select coalesce(event.restored_marked_at, event.occurred_at)
  from (
    select e.*, e.kind = 'MARKED_FOR_REVISION' or e.restored_marked_at is not null as marks,
      lag(e.kind = 'MARKED_FOR_REVISION' or e.restored_marked_at is not null) over (order by e.id) as was_marked
    from progress_events e
    where e.user_id = rp.user_id and e.resource_id = rp.resource_id
      and e.kind in ('MARKED_FOR_REVISION', 'UNMARKED', 'RESET', 'RESTORED')
  ) event
  where event.marks and event.was_marked is not true
  order by event.id desc limit 1)`;

// Adds the part of the pause since the mark, or its last answer.
const movedDueAt = (card: SQL) => sql`case when ${card}.marked_at = rp.marked_at then ${card}.due_at
    else rp.marked_at + interval '1 day' end + (now() - greatest(rp.paused_at, rp.marked_at, ${card}.reviewed_at))`;

const UNANSWERED = {
  stability: 0,
  difficulty: 0,
  state: 0,
  repetitions: 0,
  lapses: 0,
  scheduledDays: 0,
  reviewedAt: null,
};

// Also moves the cards that an undo would restore.
function moveCardsBefore(userId: string): SQL {
  return sql`
    update revision_reviews v set card_before = (
      coalesce(v.card_before, ${JSON.stringify(UNANSWERED)})::jsonb || jsonb_build_object('markedAt', rp.marked_at, 'dueAt', ${movedDueAt(sql`was`)}))::text
    from marked rp
    cross join revision_reviews answered
    cross join lateral (
      select (answered.card_before::json ->> 'markedAt')::timestamptz as marked_at,
        (answered.card_before::json ->> 'dueAt')::timestamptz as due_at,
        (answered.card_before::json ->> 'reviewedAt')::timestamptz as reviewed_at
    ) was
    where answered.id = v.id and v.user_id = ${userId} and v.resource_id = rp.resource_id and v.undone_at is null`;
}

async function lockMark(tx: Database, actor: Actor, resourceId: string) {
  const { resources, at } = await lockPlace(tx, actor, { resourceId });
  return { markedAt: resources[0]?.record?.markedForRevisionAt ?? null, now: at };
}

function toStored({ userId: _, resourceId: __, ...card }: typeof revisionCards.$inferSelect) {
  return card;
}

async function restoreCard(
  tx: Database,
  userId: string,
  resourceId: string,
  cardBefore: string | null,
): Promise<void> {
  if (cardBefore === null) {
    await tx.delete(revisionCards).where(cardOf(userId, resourceId));
    return;
  }
  const card = JSON.parse(cardBefore) as Record<keyof CardState | 'markedAt', string | number | null>;
  const moment = (value: string | number | null) => (value === null ? null : new Date(value));
  await tx
    .update(revisionCards)
    .set({
      ...(card as unknown as CardState),
      dueAt: new Date(card.dueAt ?? 0),
      markedAt: new Date(card.markedAt ?? 0),
      reviewedAt: moment(card.reviewedAt),
    })
    .where(cardOf(userId, resourceId));
}

async function readSums(db: Database, timeZone: string, userId: string): Promise<RevisionSums> {
  const [found] = await db
    .select({ sums: revisionSums(timeZone) })
    .from(users)
    .where(eq(users.id, userId));
  return presentSums(found?.sums ?? { marked: 0, due: 0, pausedAt: null });
}

const isDue = (timeZone: string, inDays = 0) =>
  sql<boolean>`(${revisionPauses.pausedAt} is null and ${dueAt} < ${endOfDay(timeZone, inDays)})`;

/** For an account of `users` in an outer query. */
export function revisionSums(timeZone: string) {
  const marks = selectRow({
    marked: sql<number>`count(*)`,
    due: sql<number>`count(*) filter (where ${isDue(timeZone)})`,
    dueTomorrow: sql<number>`count(*) filter (where ${isDue(timeZone, 1)}) - count(*) filter (where ${isDue(timeZone)})`,
    pausedAt: sql<string | null>`(
      select pause.paused_at from revision_pauses pause where pause.user_id = ${users.id})`,
  })
    .from(resourceProgress)
    .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .leftJoin(revisionCards, isCardOfRecord)
    .leftJoin(revisionPauses, eq(revisionPauses.userId, resourceProgress.userId))
    .where(and(eq(resourceProgress.userId, users.id), isMarked));
  return sql<RevisionSums>`${marks}`;
}

const isCardOfRecord = and(
  eq(revisionCards.userId, resourceProgress.userId),
  eq(revisionCards.resourceId, resourceProgress.resourceId),
);
const isMarked = and(isNotNull(resourceProgress.markedForRevisionAt), isTracked);

export function presentSums({ pausedAt, ...counts }: RevisionSums): RevisionSums {
  return { ...counts, pausedAt: toIso(pausedAt) };
}

async function findEntry(db: Database, timeZone: string, userId: string, resourceId: string) {
  const [entry] = await listEntries(db, timeZone, userId, { limit: 1, offset: 0, resourceId });
  return entry ?? null;
}

interface Part {
  limit: number;
  offset: number;
  resourceId?: string;
}

async function listEntries(
  db: Database,
  timeZone: string,
  userId: string,
  { limit, offset, resourceId }: Part,
): Promise<RevisionEntry[]> {
  const rows = await db
    .select({
      ...placedFields,
      progress: resourceProgress,
      markedAt: sql<string>`${resourceProgress.markedForRevisionAt}`,
      dueAt,
      isDue: isDue(timeZone),
      reviews: sql<number>`(select count(*)::int from revision_reviews review
        where review.user_id = ${resourceProgress.userId} and review.resource_id = ${resourceProgress.resourceId}
          and review.undone_at is null)`,
      lastReviewedAt: revisionCards.reviewedAt,
    })
    .from(resourceProgress)
    .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .innerJoin(leagues, eq(leagues.id, weeks.leagueId))
    .leftJoin(revisionCards, isCardOfRecord)
    .leftJoin(revisionPauses, eq(revisionPauses.userId, resourceProgress.userId))
    .where(
      and(
        eq(resourceProgress.userId, userId),
        isMarked,
        resourceId === undefined ? undefined : eq(resourceProgress.resourceId, resourceId),
      ),
    )
    .orderBy(dueAt, resourceProgress.id)
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({
    resource: presentPlaced(row),
    progress: presentProgressRow(userId, row.resource.id, row.progress),
    markedAt: toIso(row.markedAt),
    dueAt: toIso(row.dueAt),
    isDue: row.isDue,
    reviews: row.reviews,
    lastReviewedAt: toIso(row.lastReviewedAt),
  }));
}
