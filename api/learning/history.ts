import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { DataOf } from '#contract/call.ts';
import {
  HISTORY_KINDS,
  HISTORY_PAGE_SIZE,
  HISTORY_PAGE_SIZE_MAX,
  type HistoryEntry,
  type HistoryKind,
  type listHistory,
  type SentAttempt,
} from '#contract/history.ts';
import { readPage } from '#contract/shared.ts';
import { type Database, queryRows, toIso } from '../db/client.ts';
import { isoMoment } from '../db/prepared-json.ts';
import { progressEvents } from '../db/schema/learning.ts';
import { type ChangeFacts, toChangeFacts, toShown } from './change-facts.ts';
import { type Cursor, readCursor, writeCursor } from './history-cursor.ts';

export const REPLAYED_MAX = 5000;

interface Asked {
  cursor?: string | undefined;
  limit?: string | undefined;
  leagueId?: string | undefined;
  kind?: string | undefined;
}

/** Which events a filter lets through, and whether it lets submissions through. */
const FILTERS: Record<HistoryKind, { events: SQL; hasSubmissions: boolean }> = {
  TICKS: { events: sql`e.kind in ('COMPLETED', 'RESET')`, hasSubmissions: false },
  NOTES: { events: sql`(e.personal_note is not null or e.kind = 'SECTION_NOTED')`, hasSubmissions: false },
  REVISION: {
    events: sql`e.kind in ('MARKED_FOR_REVISION', 'UNMARKED', 'SECTION_MARKED', 'SECTION_UNMARKED')`,
    hasSubmissions: false,
  },
  SUBMISSIONS: { events: sql`false`, hasSubmissions: true },
  UNDONE: { events: sql`e.undoes_id is not null`, hasSubmissions: false },
};

interface Row {
  source: Cursor['source'];
  id: string;
  at: string | Date;
  kind: HistoryEntry['kind'];
  resourceId: string | null;
  sectionId: string | null;
  undoesId: string | number | null;
  league: HistoryEntry['league'];
  section: HistoryEntry['section'];
  resource: HistoryEntry['resource'];
  assignment: HistoryEntry['assignment'];
  submission: SentAttempt | null;
}

/**
 * What the learner did, newest first, a page at a time. Names are those of the curriculum as it is now. The cost hangs
 * on the learner's own events alone.
 */
export async function readHistory(
  db: Database,
  userId: string,
  asked: Asked,
): Promise<DataOf<typeof listHistory>> {
  const size = Math.min(readPage(asked, HISTORY_PAGE_SIZE).limit ?? HISTORY_PAGE_SIZE, HISTORY_PAGE_SIZE_MAX);
  const rows = await findRows(db, userId, asked, size + 1);
  const shown = rows.slice(0, size);
  const entries = await toEntries(db, userId, shown);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > size && last
      ? writeCursor({ at: new Date(last.at).toISOString(), source: last.source, id: last.id })
      : null;
  return { entries, nextCursor };
}

/** One change of the learner, or null. */
export async function findChange(
  db: Database,
  userId: string,
  changeId: string,
): Promise<HistoryEntry | null> {
  const rows = await queryRows<Row>(
    db,
    eventsSql(userId, sql`e.id = ${/^\d{1,15}$/.test(changeId) ? changeId : '0'}::bigint`, 1),
  );
  const [entry] = await toEntries(db, userId, rows);
  return entry ?? null;
}

async function findRows(db: Database, userId: string, asked: Asked, limit: number): Promise<Row[]> {
  const kind = HISTORY_KINDS.find((known) => known === asked.kind);
  const filter = kind ? FILTERS[kind] : { events: sql`true`, hasSubmissions: true };
  const cursor = readCursor(asked.cursor);
  const inLeague = (league: SQL) => (asked.leagueId ? sql`and ${league} = ${asked.leagueId}` : sql``);
  const events = eventsSql(
    userId,
    sql`${filter.events} ${inLeague(LEAGUE_OF_EVENT)} ${after(cursor, 'event')}`,
    limit,
  );
  if (!filter.hasSubmissions) return queryRows<Row>(db, events);
  const attempts = attemptsSql(userId, sql`true ${inLeague(sql`l.id`)} ${after(cursor, 'attempt')}`, limit);
  return queryRows<Row>(
    db,
    sql`select * from ((${events}) union all (${attempts})) rows
      order by at desc, source desc, position desc, id desc limit ${limit}`,
  );
}

/** What comes after the cursor in the order of the list: newest moment, then events before attempts, then ids. */
function after(cursor: Cursor | null, source: Cursor['source']): SQL {
  if (!cursor) return sql``;
  const [at, id] = source === 'event' ? [sql`e.occurred_at`, sql`e.id`] : [sql`t.submitted_at`, sql`t.id`];
  const moment = sql`${cursor.at}::timestamptz`;
  if (source === cursor.source) {
    const asked = source === 'event' ? sql`${cursor.id}::bigint` : sql`${cursor.id}`;
    return sql`and (${at}, ${id}) < (${moment}, ${asked})`;
  }
  return source < cursor.source ? sql`and ${at} <= ${moment}` : sql`and ${at} < ${moment}`;
}

/** Where what event `e` is about stands now, as each entry names it; where it was then, once it is gone. */
const LEAGUE_OF_EVENT = sql`coalesce((select w.league_id from sections s join weeks w on w.id = s.week_id
  where s.id = coalesce((select r.section_id from resources r where r.id = e.resource_id), e.section_id)), e.league_id)`;

function eventsSql(userId: string, condition: SQL, limit: number): SQL {
  return sql`
    select 'event' as source, e.id::text as id, e.id as position, e.occurred_at as at, e.kind,
      e.resource_id as "resourceId", e.section_id as "sectionId", e.undoes_id as "undoesId",
      case when l.id is not null then json_build_object('id', l.id, 'name', l.name) end as league,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as section,
      case when r.id is not null then json_build_object('id', r.id, 'title', r.title) end as resource,
      null::json as assignment, null::json as submission
    from (select e.* from progress_events e where e.user_id = ${userId} and ${condition}
      order by e.occurred_at desc, e.id desc limit ${limit}) e
    left join resources r on r.id = e.resource_id
    left join sections s on s.id = coalesce(r.section_id, e.section_id)
    left join weeks w on w.id = s.week_id
    left join leagues l on l.id = coalesce(w.league_id, e.league_id)
    order by e.occurred_at desc, e.id desc`;
}

function attemptsSql(userId: string, condition: SQL, limit: number): SQL {
  return sql`
    select 'attempt' as source, t.id, 0::bigint as position, t.submitted_at as at, 'SUBMITTED' as kind,
      null as "resourceId", null as "sectionId", null::bigint as "undoesId",
      json_build_object('id', l.id, 'name', l.name) as league, null::json as section, null::json as resource,
      json_build_object('id', a.id, 'title', a.title) as assignment,
      json_build_object('number', t.number, 'attempts', m.attempts, 'status', t.status, 'content', t.content,
        'fileUrl', t.file_url, 'githubUrl', t.github_url, 'liveUrl', t.live_url, 'feedback', t.feedback,
        'reviewedAt', ${isoMoment(sql`t.reviewed_at`)}) as submission
    from submissions m
    join submission_attempts t on t.submission_id = m.id
    join assignments a on a.id = m.assignment_id
    join leagues l on l.id = a.league_id
    where m.user_id = ${userId} and ${condition}
    order by t.submitted_at desc, t.id desc limit ${limit}`;
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

/**
 * What each event of a page did, worked out from the events about the same resources and sections: the newest
 * REPLAYED_MAX, far more than anybody's reading leaves, so that whoever switches a mark to and fro by a program does not
 * have it all read back. What is older is shown without its texts; undoing reads its own events whole.
 */
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
