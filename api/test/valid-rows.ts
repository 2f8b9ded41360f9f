import { expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';
import { constraintOf } from '../platform/errors/sql-state.ts';
import type { TestApp } from './make-app.ts';

export type Row = Record<string, string | number | null>;

export const NOW = '2026-01-05T12:00:00Z';

/** What a row needs beyond any value of the right type. */
const VALID: Record<string, Row> = {
  audit_seals: { ids: '{[1,2)}' },
  badge_pictures: { digest: '0123456789abcdef', png: 'AAAA' },
  certificates: { kind: 'LEAGUE', holder_name: 'Asha', user_id: 'filled' },
  credentials: { kind: 'badge' },
  event_registrations: { state: 'CONFIRMED', user_id: 'filled' },
  events: {
    ...{ opens_at: '2026-01-05', closes_at: '2026-01-06', starts_at: '2026-01-06', ends_at: '2026-01-07' },
    ...{ places: 5, audience: 'EVERYONE' },
  },
  known_origins: { kind: 'NETWORK' },
  mentor_slots: { starts_at: '2026-01-05', ends_at: '2026-01-06', notice_hours: 12 },
  news_choices: { kind: 'ANNOUNCEMENT' },
  notifications: { kind: 'NEW_DEVICE' },
  one_time_codes: { kind: 'PASSWORD_RESET' },
  progress_events: { kind: 'COMPLETED', resource_id: 'r' },
  resources: { type: 'VIDEO', url: 'https://example.org' },
  revision_reviews: { rating: 'KEEP' },
  submission_attempts: { content: 'Mine' },
  submissions: { content: 'Mine' },
};

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  target: string | null;
}

/** Writes a valid row, with those it points to, and answers with it; `given` stands instead of what would be made up. */
export type WriteRow = (tx: Database, table: string, given?: Row) => Promise<Row>;

/** Reads what columns there are, and gives what writes rows of any table. */
export async function openRowWriter(api: TestApp): Promise<WriteRow> {
  const columns = await queryRows<Column>(
    api.owner,
    sql`select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
        a.attnotnull and not a.atthasdef as "isRequired", (select confrelid::regclass::text from pg_constraint
          where contype = 'f' and conrelid = c.oid and conkey = array[a.attnum]) as target
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  return async function write(tx: Database, table: string, given: Row = {}): Promise<Row> {
    const row: Row = { ...VALID[table], ...given };
    for (const { name, type, isRequired, target } of columns.filter((column) => column.table === table)) {
      if (row[name] !== 'filled' && (name in row || !isRequired)) continue;
      row[name] = target ? ((await write(tx, target)).id ?? null) : anyOf(type);
    }
    const literals = Object.values(row).map((value) => (value === null ? 'null' : `'${value}'`));
    const names = Object.keys(row).map((name) => `"${name}"`);
    const [written] = await queryRows<{ row: Row | string }>(
      tx,
      sql.raw(
        `insert into ${table} (${names.join()}) values (${literals.join()}) returning to_jsonb(${table}) as row`,
      ),
    );
    return typeof written?.row === 'string' ? JSON.parse(written.row) : (written?.row ?? {});
  };
}

let made = 0;
/** Any value of a type, another one each time where rows must differ; text of six signs. */
function anyOf(type: string): string | number {
  made += 1;
  if (type.startsWith('timestamp')) return NOW;
  if (type === 'date') return '2026-01-05';
  if (type === 'boolean') return 'true';
  return /int|double/.test(type) ? made : `t${String(made).padStart(5, '0')}`;
}

/** Works as the owner of the database, and leaves nothing behind. */
export async function tryOut(api: TestApp, work: (tx: Database) => Promise<void>): Promise<void> {
  const done = new Error('done');
  await api.owner
    .transaction(async (tx) => {
      await work(tx as unknown as Database);
      throw done;
    })
    .catch((error) => {
      if (error !== done) throw error;
    });
}

/** What a write is refused with; null when it goes through. */
export async function refusalOf(tx: Database, attempt: () => Promise<unknown>): Promise<unknown> {
  await tx.execute(sql.raw('savepoint attempt'));
  const error = await attempt().then(
    () => null,
    (reason) => reason,
  );
  await tx.execute(sql.raw('rollback to savepoint attempt'));
  return error;
}

/** The write is refused by the constraint, and by no other. */
export async function expectAlone(
  tx: Database,
  table: string,
  name: string,
  attempt: () => Promise<unknown>,
): Promise<void> {
  expect(constraintOf(await refusalOf(tx, attempt))).toBe(name);
  const error = await refusalOf(tx, async () => {
    await tx.execute(sql.raw(`alter table ${table} drop constraint if exists ${name} cascade`));
    await tx.execute(sql.raw(`drop index if exists ${name}`));
    await attempt();
  });
  expect(error).toBeNull();
}
