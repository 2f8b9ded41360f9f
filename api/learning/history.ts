import { and, desc, eq, inArray, isNotNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DataOf } from '#contract/call.ts';
import {
  HISTORY_KINDS,
  HISTORY_PAGE_SIZE,
  HISTORY_PAGE_SIZE_MAX,
  type HistoryEntry,
  type HistoryKind,
  type listHistory,
} from '#contract/history.ts';
import { readPage } from '#contract/shared.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { assignments, leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import { progressEvents, submissionAttempts, submissions } from '../platform/db/schema/learning.ts';
import { type ChangeFacts, toChangeFacts, toShown } from './progress/change-facts.ts';

export const REPLAYED_MAX = 5000;

interface Asked {
  cursor?: string | undefined;
  limit?: string | undefined;
  leagueId?: string | undefined;
  kind?: string | undefined;
}

const FILTERS: Record<HistoryKind, { events: SQL | undefined; hasSubmissions: boolean }> = {
  TICKS: { events: inArray(progressEvents.kind, ['COMPLETED', 'RESET']), hasSubmissions: false },
  NOTES: {
    events: or(isNotNull(progressEvents.personalNote), eq(progressEvents.kind, 'SECTION_NOTED')),
    hasSubmissions: false,
  },
  REVISION: {
    events: inArray(progressEvents.kind, [
      'MARKED_FOR_REVISION',
      'UNMARKED',
      'SECTION_MARKED',
      'SECTION_UNMARKED',
    ]),
    hasSubmissions: false,
  },
  SUBMISSIONS: { events: sql`false`, hasSubmissions: true },
  UNDONE: { events: isNotNull(progressEvents.undoesId), hasSubmissions: false },
};

type Named = { id: string; name: string };

interface Row extends Pick<HistoryEntry, 'id' | 'resource' | 'assignment' | 'submission'> {
  source: Cursor['source'];
  at: Date;
  kind: HistoryEntry['kind'];
  resourceId: string | null;
  sectionId: string | null;
  undoesId: number | null;
  league: Named | null;
  section: Named | null;
}

/** Newest first, with current names. Reads only the learner's own events. */
export async function readHistory(
  db: Database,
  userId: string,
  asked: Asked,
): Promise<DataOf<typeof listHistory>> {
  const size = Math.min(readPage(asked, HISTORY_PAGE_SIZE).limit, HISTORY_PAGE_SIZE_MAX);
  const rows = await findRows(db, userId, asked, size + 1);
  const shown = rows.slice(0, size);
  const entries = await toEntries(db, userId, shown);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > size && last
      ? writeCursor({ at: last.at.toISOString(), source: last.source, id: last.id })
      : null;
  return { entries, nextCursor };
}

export async function findChange(
  db: Database,
  userId: string,
  changeId: string,
): Promise<HistoryEntry | null> {
  const id = /^\d{1,15}$/.test(changeId) ? Number(changeId) : 0;
  const rows = await findEvents(db, userId, eq(progressEvents.id, id), 1);
  const [entry] = await toEntries(db, userId, rows);
  return entry ?? null;
}

// Newest first; at the same moment events come before attempts.
async function findRows(db: Database, userId: string, asked: Asked, limit: number): Promise<Row[]> {
  const kind = HISTORY_KINDS.find((known) => known === asked.kind);
  const filter = kind ? FILTERS[kind] : { events: undefined, hasSubmissions: true };
  const cursor = readCursor(asked.cursor);
  const isOfLeague = (league: SQLWrapper) =>
    asked.leagueId ? sql`${league} = ${asked.leagueId}` : undefined;
  const isEventAfter = cursor && isAfter(cursor, 'event', progressEvents.occurredAt, progressEvents.id);
  const events = await findEvents(
    db,
    userId,
    and(filter.events, isOfLeague(LEAGUE_OF_EVENT), isEventAfter ?? undefined),
    limit,
  );
  if (!filter.hasSubmissions) return events;
  const isAttemptAfter =
    cursor && isAfter(cursor, 'attempt', submissionAttempts.submittedAt, submissionAttempts.id);
  const attempts = await findAttempts(
    db,
    userId,
    and(isOfLeague(leagues.id), isAttemptAfter ?? undefined),
    limit,
  );
  // Both lists are sorted and the sort is stable, so ties keep the order of the cursor.
  return [...events, ...attempts].sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit);
}

function isAfter(cursor: Cursor, source: Cursor['source'], at: PgColumn, id: PgColumn): SQL {
  const moment = sql`${cursor.at}::timestamptz`;
  if (source === cursor.source) {
    const asked = source === 'event' ? sql`${cursor.id}::bigint` : sql`${cursor.id}`;
    return sql`(${at}, ${id}) < (${moment}, ${asked})`;
  }
  return source < cursor.source ? sql`${at} <= ${moment}` : sql`${at} < ${moment}`;
}

// Current place of the resource or section; the recorded one after a deletion.
const LEAGUE_OF_EVENT = sql`coalesce((select w.league_id from sections s join weeks w on w.id = s.week_id
  where s.id = coalesce((select r.section_id from resources r where r.id = ${progressEvents.resourceId}),
    ${progressEvents.sectionId})), ${progressEvents.leagueId})`;

async function findEvents(
  db: Database,
  userId: string,
  condition: SQL | undefined,
  limit: number,
): Promise<Row[]> {
  const newest = db
    .select()
    .from(progressEvents)
    .where(and(eq(progressEvents.userId, userId), condition))
    .orderBy(desc(progressEvents.occurredAt), desc(progressEvents.id))
    .limit(limit)
    .as('newest');
  const rows = await db
    .select({
      id: newest.id,
      at: newest.occurredAt,
      kind: newest.kind,
      resourceId: newest.resourceId,
      sectionId: newest.sectionId,
      undoesId: newest.undoesId,
      league: { id: leagues.id, name: leagues.name },
      section: { id: sections.id, name: sections.name },
      resource: { id: resources.id, title: resources.title },
    })
    .from(newest)
    .leftJoin(resources, eq(resources.id, newest.resourceId))
    .leftJoin(sections, sql`${sections.id} = coalesce(${resources.sectionId}, ${newest.sectionId})`)
    .leftJoin(weeks, eq(weeks.id, sections.weekId))
    .leftJoin(leagues, sql`${leagues.id} = coalesce(${weeks.leagueId}, ${newest.leagueId})`)
    .orderBy(desc(newest.occurredAt), desc(newest.id));
  return rows.map(({ id, kind, ...row }) => ({
    ...row,
    source: 'event',
    id: String(id),
    kind: kind as Row['kind'],
    assignment: null,
    submission: null,
  }));
}

async function findAttempts(
  db: Database,
  userId: string,
  condition: SQL | undefined,
  limit: number,
): Promise<Row[]> {
  const rows = await db
    .select({
      id: submissionAttempts.id,
      at: submissionAttempts.submittedAt,
      league: { id: leagues.id, name: leagues.name },
      assignment: { id: assignments.id, title: assignments.title },
      attempt: {
        number: submissionAttempts.number,
        attempts: submissions.attempts,
        status: submissionAttempts.status,
        content: submissionAttempts.content,
        fileUrl: submissionAttempts.fileUrl,
        githubUrl: submissionAttempts.githubUrl,
        liveUrl: submissionAttempts.liveUrl,
        feedback: submissionAttempts.feedback,
        reviewedAt: submissionAttempts.reviewedAt,
      },
    })
    .from(submissions)
    .innerJoin(submissionAttempts, eq(submissionAttempts.submissionId, submissions.id))
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .where(and(eq(submissions.userId, userId), condition))
    .orderBy(desc(submissionAttempts.submittedAt), desc(submissionAttempts.id))
    .limit(limit);
  return rows.map(({ attempt, ...row }) => ({
    ...row,
    source: 'attempt',
    kind: 'SUBMITTED',
    resourceId: null,
    sectionId: null,
    undoesId: null,
    section: null,
    resource: null,
    submission: { ...attempt, reviewedAt: toIso(attempt.reviewedAt) },
  }));
}

async function toEntries(db: Database, userId: string, rows: readonly Row[]): Promise<HistoryEntry[]> {
  const facts = await findFacts(db, userId, rows);
  return rows.map((row) => {
    const known = row.source === 'event' ? facts.get(Number(row.id)) : undefined;
    const isGone = row.resourceId !== null ? row.resource === null : row.section === null;
    return {
      id: row.id,
      kind: row.kind,
      occurredAt: toIso(row.at),
      league: row.league,
      section: row.section,
      resource: row.resource,
      assignment: row.assignment,
      ...(known ? toShown(known) : { note: null, switched: {} }),
      undo: known ? (isGone && known.undo === 'possible' ? 'gone' : known.undo) : 'never',
      undoes: row.undoesId === null ? null : String(row.undoesId),
      submission: row.submission,
    };
  });
}

// Replays at most REPLAYED_MAX events, so that a scripted flood of marks is not read back. Older events appear without
// texts; `undoChange` reads all.
async function findFacts(
  db: Database,
  userId: string,
  rows: readonly Row[],
): Promise<Map<number, ChangeFacts>> {
  const events = rows.filter(({ source }) => source === 'event');
  if (events.length === 0) return new Map();
  const resourceIds = [...new Set(events.flatMap(({ resourceId }) => resourceId ?? []))];
  const sectionIds = [
    ...new Set(events.flatMap(({ resourceId, sectionId }) => (resourceId ? [] : (sectionId ?? [])))),
  ];
  const found = await db
    .select()
    .from(progressEvents)
    .where(
      and(
        eq(progressEvents.userId, userId),
        or(
          inArray(progressEvents.resourceId, resourceIds),
          and(sql`${progressEvents.resourceId} is null`, inArray(progressEvents.sectionId, sectionIds)),
        ),
      ),
    )
    .orderBy(desc(progressEvents.id))
    .limit(REPLAYED_MAX);
  const groups = Map.groupBy(
    found.reverse(),
    ({ resourceId, sectionId }) => resourceId ?? `section ${sectionId}`,
  );
  return new Map([...groups.values()].flatMap((group) => [...toChangeFacts(group)]));
}

interface Cursor {
  at: string;
  source: 'event' | 'attempt';
  id: string;
}

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (event \d{1,15}|attempt [\w-]{1,64})$/;

export function writeCursor({ at, source, id }: Cursor): string {
  return Buffer.from(`${at} ${source} ${id}`).toString('base64url');
}

/** Null, which means the start, for an invalid cursor. */
function readCursor(text: string | undefined): Cursor | null {
  const match = FORM.exec(Buffer.from(text?.slice(0, 300) ?? '', 'base64url').toString());
  if (!match?.[1] || !match[2] || !isMoment(match[1])) return null;
  const [source, id] = match[2].split(' ') as [Cursor['source'], string];
  return { at: match[1], source, id };
}

// PostgreSQL has no year 0 and rejects days that do not exist.
function isMoment(text: string): boolean {
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text && moment.getUTCFullYear() > 0;
}
