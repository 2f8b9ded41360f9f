import { and, desc, eq, sql } from 'drizzle-orm';
import { ERRORS } from '#contract/errors.ts';
import { type ProgressRow, RESOURCE_PROGRESS_ERRORS } from '#contract/resource-progress.ts';
import { cleanProse } from '#contract/text.ts';
import { grantAwards } from '../../awards/award.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { toEntriesInsert, toMetadata } from '../../platform/db/audit-entry.ts';
import { type Database, prepareQuery } from '../../platform/db/client.ts';
import { progressEvents } from '../../platform/db/schema/learning.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { createId } from '../../platform/process/secrets.ts';
import {
  onlyId,
  recountLeagues,
  recountLearners,
  recountSections,
  recountWeeks,
} from '../learner-counters.ts';
import { presentProgressRow } from '../placed-resources.ts';
import type { Tracked } from '../tracking.ts';
import { decide, type ProgressChange, toEventFields, UNTOUCHED } from './decide.ts';
import { appendEvent, saveRecord } from './events.ts';
import { lockPlace, type Place, type ProgressRecord } from './lock-place.ts';

const AUDITED = ['COMPLETED', 'MARKED_FOR_REVISION'];

export type ProgressDeps = Pick<Deps, 'db' | 'config'>;

interface Asked {
  actor: Actor;
  resourceId: string;
  change: Exclude<ProgressChange, { kind: 'RESTORED' }>;
  expectedNote?: string | null | undefined;
  requestInfo: RequestInfo;
}

/**
 * The event keeps the key forever, so a repeat changes nothing even after the stored reply is gone. Throws
 * RESOURCE_NOT_FOUND, ENROLLMENT_REQUIRED, NOTE_CHANGED, IDEMPOTENCY_KEY_REUSED.
 */
export function changeProgress({ db, ...deps }: ProgressDeps, asked: Asked): Promise<ProgressRow> {
  const { actor, requestInfo } = asked;
  return runIdempotent(db, actor.id, requestInfo, (tx) => changeInside(tx, deps, asked));
}

/** `eventId` is the event to undo; null if nothing was marked. */
export function unmarkForRevision(
  { db, ...deps }: ProgressDeps,
  asked: Omit<Asked, 'change'>,
): Promise<{ progress: ProgressRow; eventId: string | null }> {
  const { actor, resourceId, requestInfo } = asked;
  return runIdempotent(db, actor.id, requestInfo, async (tx) => {
    const progress = await changeInside(tx, deps, { ...asked, change: { kind: 'UNMARKED' } });
    const [last] = await tx
      .select({ id: progressEvents.id, kind: progressEvents.kind })
      .from(progressEvents)
      .where(and(eq(progressEvents.userId, actor.id), eq(progressEvents.resourceId, resourceId)))
      .orderBy(desc(progressEvents.id))
      .limit(1);
    return { progress, eventId: last?.kind === 'UNMARKED' ? String(last.id) : null };
  });
}

async function changeInside(
  tx: Database,
  { config }: Omit<ProgressDeps, 'db'>,
  { actor, resourceId, change, expectedNote, requestInfo }: Asked,
): Promise<ProgressRow> {
  const tracked = { resourceId };
  const place = await lockPlace(tx, actor, tracked);
  const write = { userId: actor.id, tracked, place, requestInfo, config };
  const seenNote = expectedNote == null ? expectedNote : cleanProse(expectedNote);
  return presentProgressRow(actor.id, resourceId, await writeChange(tx, write, change, seenNote));
}

interface ProgressWrite {
  userId: string;
  tracked: Tracked;
  place: Place;
  requestInfo: Pick<RequestInfo, 'address' | 'requestId' | 'idempotencyKey'>;
  config: Deps['config'];
}

/**
 * For a section makes the change on each resource; the first event carries the key. Returns the last record; throws
 * NOTE_CHANGED, IDEMPOTENCY_KEY_REUSED.
 */
export async function writeChange(
  tx: Database,
  write: ProgressWrite,
  change: ProgressChange,
  expectedNote?: string | null,
): Promise<ProgressRecord | null> {
  const { userId, place, requestInfo } = write;
  const { sectionId, leagueId, resources, at } = place;
  const keyed = await findKeyed(tx, write);
  const written: ProgressRecord[] = [];
  let isCompletionChanged = false;
  for (const { resourceId, record } of resources) {
    const decision = decide(record ?? UNTOUCHED, change, { at, keyed, expectedNote });
    if (decision.outcome === 'KEY_REUSED') throw new ApiError(ERRORS.IDEMPOTENCY_KEY_REUSED);
    if (decision.outcome === 'NOTE_CHANGED') {
      const extras = { currentNote: decision.currentNote };
      throw new ApiError(RESOURCE_PROGRESS_ERRORS.NOTE_CHANGED, { extras });
    }
    if (decision.outcome !== 'WRITE') continue;
    const kept = { id: record?.id ?? createId(), userId, resourceId, createdAt: record?.createdAt ?? at };
    written.push({ ...kept, ...decision.becomes, updatedAt: at });
    isCompletionChanged ||= decision.isCompletionChanged;
  }
  if (written.length === 0) return resources.at(-1)?.record ?? null;

  const event = { userId, sectionId, leagueId, kind: change.kind, ...toEventFields(change), occurredAt: at };
  // Pipelined on the transaction's connection, in this order.
  await Promise.all([
    ...written.flatMap((record, index) => [
      appendEvent(tx, {
        ...event,
        resourceId: record.resourceId,
        idempotencyKey: index === 0 ? requestInfo.idempotencyKey : null,
      }),
      saveRecord(tx, record),
      AUDITED.includes(change.kind)
        ? audit(tx, write, `RESOURCE_${change.kind}`, { resourceId: record.resourceId })
        : null,
    ]),
    isCompletionChanged ? recountAndAward(tx, write) : null,
  ]);
  return written.at(-1) ?? null;
}

async function findKeyed(tx: Database, { userId, tracked, requestInfo }: ProgressWrite) {
  const { idempotencyKey } = requestInfo;
  if (!idempotencyKey) return null;
  const [event] = await tx
    .select()
    .from(progressEvents)
    .where(and(eq(progressEvents.userId, userId), eq(progressEvents.idempotencyKey, idempotencyKey)));
  if (!event) return null;
  const isHere =
    'resourceId' in tracked ? event.resourceId === tracked.resourceId : event.sectionId === tracked.sectionId;
  return { ...event, isHere };
}

const learners = onlyId(sql.placeholder('userId'));
const recountSection = prepareQuery<{ isComplete: boolean }>(
  () => sql`${recountSections({ sections: onlyId(sql.placeholder('sectionId')), learners })}
    returning completed_at is not null as "isComplete"`,
);
const recountLeague = prepareQuery<{ isComplete: boolean }>(
  () => sql`${recountLeagues({ leagues: onlyId(sql.placeholder('leagueId')), learners })}
    returning completed_sections = (select sections_count from leagues where id = league_id) as "isComplete"`,
);
const recountLearner = prepareQuery(() =>
  recountLearners(sql`select ${sql.placeholder('userId')}::text as user_id`),
);
const recountWeek = prepareQuery(() =>
  recountWeeks(sql`select ${sql.placeholder('userId')}::text as user_id`, sql.placeholder('timeZone')),
);

async function recountAndAward(tx: Database, write: ProgressWrite): Promise<void> {
  const { userId, place, requestInfo, config } = write;
  const { sectionId, leagueId } = place;
  const [[section], [league]] = await Promise.all([
    recountSection(tx, { userId, sectionId }),
    recountLeague(tx, { userId, leagueId }),
    recountLearner(tx, { userId }),
    recountWeek(tx, { userId, timeZone: config.TIME_ZONE }),
  ]);
  const learner = { userId, leagueId };
  if (section?.isComplete) {
    await audit(tx, write, 'SECTION_COMPLETED', { sectionId });
    if (league?.isComplete) await grantAwards(tx, 'league', learner, { requestInfo });
  }
  await grantAwards(tx, 'tick', learner, { requestInfo });
}

async function audit(
  tx: Database,
  { userId, place, requestInfo }: ProgressWrite,
  action: string,
  about: { resourceId: string } | { sectionId: string },
): Promise<void> {
  const { leagueId, leagueName, sectionId, sectionName, resources } = place;
  const named =
    'resourceId' in about
      ? { [about.resourceId]: resources.find(({ resourceId }) => resourceId === about.resourceId)?.title }
      : { [sectionId]: sectionName };
  const metadata = { ...about, leagueId, names: { [leagueId]: leagueName, ...named } };
  const { address, requestId } = requestInfo;
  await insertEntry(tx, { userId, action, metadata: toMetadata(metadata), address, requestId });
}

const insertEntry = prepareQuery(() => {
  const place = (name: string) => sql`${sql.placeholder(name)}`;
  return toEntriesInsert([
    {
      ...{ actor_id: place('userId'), target_user_id: place('userId'), action: place('action') },
      ...{ description: null, evidence: null, metadata: place('metadata') },
      ...{ ip_address: place('address'), request_id: place('requestId') },
    },
  ]);
});
