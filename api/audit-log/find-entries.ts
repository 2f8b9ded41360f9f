import { and, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { parseMoment } from '#contract/assignments.ts';
import { type AuditLogQuery, entityOf } from '#contract/audit-log.ts';
import type { Page } from '#contract/shared.ts';
import { accountHolds, toPeopleTerms } from '../accounts/search.ts';
import { type Count, countRows, EXACT_COUNT_MAX, estimateCount } from '../db/bounded-count.ts';
import { type Database, queryRows } from '../db/client.ts';
import { rowsUpTo, toWindow } from '../db/paging.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/operations.ts';

/** What is left of an entry's details once the person it is about is gone. */
const details = sql`coalesce(${auditLog.metadata}, ${auditLog.evidence})`;

/** A filter that has an index: its entries are those of some conditions together, each with the newest first. */
interface Narrowing {
  condition: SQL;
  /** No entry fits two of them. */
  parts: readonly SQL[];
  /** Where the conditions are one for each of many values: the values, as rows named `key`. */
  values?: SQL;
  /** Whether its index cannot tell by itself which entries are meant. */
  looksAtEntries?: boolean;
}

/** The filters of the log: the one whose index is read, and what else an entry must be. */
export interface Narrowed {
  leading: Narrowing | undefined;
  others: SQL | undefined;
}

/** Reads the filters; names and addresses of who did it become their ids. `actions` are all that stand in the log. */
export async function narrow(
  db: Database,
  query: AuditLogQuery,
  actions: readonly string[],
): Promise<Narrowed> {
  const { leagueId, userId, entity } = query;
  const from = query.from && parseMoment(query.from);
  const to = query.to && parseMoment(query.to);
  const narrowings = [
    leagueId ? ofLeague(leagueId) : null,
    userId ? ofPerson(userId) : null,
    query.actor ? ofPeople(auditLog.actorId, await findPeople(db, query.actor)) : null,
    query.target ? ofPeople(auditLog.targetUserId, await findPeople(db, query.target)) : null,
    query.action ? ofActions([query.action], actions) : null,
    entity
      ? ofActions(
          actions.filter((action) => entityOf(action) === entity),
          actions,
        )
      : null,
  ];
  const asked = narrowings.filter((narrowing) => narrowing !== null);
  const leading = await findRarest(db, asked);
  // 'is true' keeps each other filter away from its own index.
  const others = asked.filter((narrowing) => narrowing !== leading);
  return {
    leading,
    others: and(
      from ? gte(auditLog.createdAt, from) : undefined,
      to ? lt(auditLog.createdAt, to) : undefined,
      ...others.map(({ condition }) => sql`(${condition}) is true`),
    ),
  };
}

/** What an entry must be to be in the list. */
export function toCondition({ leading, others }: Narrowed): SQL | undefined {
  return and(leading?.condition, others);
}

/** Entries that are looked at one by one to count those that fit; what an index tells alone is counted further. */
const LOOKED_AT_MAX = 2000;

/** How many entries are in the list; counted as they are listed, because in no order they would be looked for anywhere. */
export async function countEntries(db: Database, narrowed: Narrowed): Promise<Count> {
  const isOfIndexAlone = !narrowed.leading?.looksAtEntries && !narrowed.others;
  const max = isOfIndexAlone ? EXACT_COUNT_MAX : LOOKED_AT_MAX;
  const [row] = await queryRows<{ total: number | string }>(
    db,
    sql`select count(*) as total from (
      select 1 from (${newestEntries(narrowed, sql.raw(String(max + 1)))}) found limit ${max + 1}) counted`,
  );
  const counted = Number(row?.total ?? 0);
  if (counted <= max) return { total: counted, isEstimate: false };
  const condition = toCondition(narrowed) ?? sql`true`;
  const estimate = await estimateCount(db, auditLog, condition);
  if (estimate) return { total: Math.max(estimate.total, counted), isEstimate: true };
  const { all } = await countRows(db, auditLog, { all: condition }, null);
  return { total: all, isEstimate: false };
}

/** The ids of a page of entries, newest first, and one more where there is one. */
export async function findEntries(
  db: Database,
  narrowed: Narrowed,
  page: Page & { limit: number },
): Promise<number[]> {
  const { limit, offset } = toWindow(page);
  const entries = newestEntries(narrowed, rowsUpTo(offset + limit + 1));
  const rows = await queryRows<{ id: number | string }>(
    db,
    sql`select id from (${entries}) found order by created_at desc, id desc limit ${limit + 1} offset ${offset}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** The newest entries, so many of each value of the leading filter. */
function newestEntries({ leading, others }: Narrowed, max: SQL): SQL {
  const newest = (where: SQL | undefined) => sql`
    (select id, created_at from audit_log ${where ? sql`where ${where}` : sql``}
    order by created_at desc, id desc limit ${max})`;
  if (!leading) return newest(others);
  if (leading.parts.length === 0) return newest(sql`false`);
  const found = sql.join(
    leading.parts.map((part) => newest(and(part, others))),
    sql` union all `,
  );
  return leading.values ? sql`select own.* from ${leading.values} cross join lateral (${found}) own` : found;
}

/** Of several filters the one that leaves least is read by its index, and what it leaves is looked through. */
async function findRarest(db: Database, narrowings: readonly Narrowing[]): Promise<Narrowing | undefined> {
  if (narrowings.length < 2) return narrowings[0];
  const counts = await countRows(
    db,
    auditLog,
    Object.fromEntries(narrowings.map(({ condition }, index) => [`n${index}`, condition])),
    LOOKED_AT_MAX,
  );
  const countOf = (narrowing: Narrowing) => counts[`n${narrowings.indexOf(narrowing)}`] ?? 0;
  return narrowings.toSorted((one, other) => countOf(one) - countOf(other))[0];
}

/** As the index on leagues has it. */
function ofLeague(leagueId: string): Narrowing {
  const condition = sql`${details} like '%"leagueId":%' and (${details}::jsonb ->> 'leagueId') = ${leagueId}`;
  return { condition: sql`(${condition})`, parts: [condition], looksAtEntries: true };
}

/** Whoever did it or had it done to them. */
function ofPerson(userId: string): Narrowing {
  const did = sql`${auditLog.actorId} = ${userId}`;
  const wasMeant = sql`${auditLog.targetUserId} = ${userId}`;
  return {
    condition: sql`(${did} or ${wasMeant})`,
    parts: [did, sql`${wasMeant} and ${auditLog.actorId} is distinct from ${userId}`],
  };
}

function ofPeople(column: PgColumn, ids: readonly string[]): Narrowing {
  const values = sql`json_array_elements_text(${JSON.stringify(ids)}::json) key`;
  return {
    condition: sql`${column} in (select key.value from ${values})`,
    parts: [sql`${column} = key.value`],
    values,
  };
}

/** Actions stand in the text of the statement, because a plan depends on how many entries have them; unknown ones have none. */
function ofActions(asked: readonly string[], known: readonly string[]): Narrowing {
  const actions = asked.filter((action) => known.includes(action));
  const parts = actions.map((action) => sql`${auditLog.action} = ${sql`${action}`.inlineParams()}`);
  return { condition: parts.length > 0 ? (or(...parts) as SQL) : sql`false`, parts };
}

const PEOPLE_MAX = 200;

/** Accounts that a text finds as in the list of users; some of them where many do. */
async function findPeople(db: Database, text: string): Promise<string[]> {
  const terms = toPeopleTerms(text);
  if (terms.length === 0) return [];
  const rows = await db.select({ id: users.id }).from(users).where(accountHolds(terms)).limit(PEOPLE_MAX);
  return rows.map(({ id }) => id);
}
