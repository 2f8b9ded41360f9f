import { sql } from 'drizzle-orm';
import { findDrift } from '#api/learning/counter-drift.ts';
import { type Database, inTransaction, queryRows } from '#api/platform/db/client.ts';
import { StartError } from '#api/platform/process/start-error.ts';

const LEDGER = 'schema_migrations';
const PAGE = 2000;

/**
 * Copies all rows in one transaction and returns the row counts. `target` must own its tables. Throws StartError for a
 * target with rows, a differing count, or anything `npm run ops -- verify` reports.
 */
export function moveDatabase(
  source: Database,
  target: Database,
  timeZone: string,
): Promise<Map<string, number>> {
  return inTransaction(target, async (to) => {
    await to.execute(sql`set local statement_timeout = 0`);
    await to.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const tables = await listTables(to);
    for (const table of tables) {
      if ((await to.$count(sql.identifier(table))) > 0)
        refuse(`The target is not empty: its table ${table} holds rows.`);
    }
    // Tables refer to each other; PostgreSQL checks all rows when the keys are restored.
    const addKeys = await dropForeignKeys(to);
    const moved = new Map<string, number>();
    for (const table of tables) {
      const name = sql.identifier(table);
      // Rows written by triggers are copied too.
      await to.execute(sql`alter table ${name} disable trigger user`);
      await copyTable(source, to, table);
      await to.execute(sql`alter table ${name} enable trigger user`);
      const [there, here] = [await source.$count(name), await to.$count(name)];
      if (there !== here) refuse(`The table ${table} differs: ${there} rows became ${here}.`);
      moved.set(table, here);
    }
    for (const statement of addKeys) await to.execute(sql.raw(statement));
    await copySequences(source, to);
    await to.execute(sql`analyze`);
    const wrong = (await findDrift(to, timeZone)).filter(({ drift }) => drift > 0);
    if (wrong.length > 0) {
      refuse(
        `Stored numbers differ from the events (${wrong.map(({ counter }) => counter).join(', ')}): run npm run ops -- verify --repair on the embedded database first.`,
      );
    }
    return moved;
  });
}

function refuse(found: string): never {
  throw new StartError(`${found} Nothing was changed.`);
}

async function listTables(db: Database): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> ${LEDGER} order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function dropForeignKeys(db: Database): Promise<string[]> {
  const keys = await queryRows<{ table: string; name: string; definition: string }>(
    db,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys)
    await db.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  return keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

async function copyTable(source: Database, to: Database, table: string): Promise<void> {
  const name = sql.identifier(table);
  // The target computes generated columns itself.
  const [own] = await queryRows<{ columns: string }>(
    to,
    sql`select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = format('public.%I', ${table}::text)::regclass and attnum > 0 and not attisdropped
        and attgenerated = ''`,
  );
  const columns = sql.raw(own?.columns ?? '');
  await inTransaction(source, async (from) => {
    await from.execute(
      sql`declare moving no scroll cursor for select to_json(t)::text as row from public.${name} t`,
    );
    for (;;) {
      const rows = await queryRows<{ row: string }>(from, sql.raw(`fetch ${PAGE} from moving`));
      if (rows.length === 0) return;
      const json = `[${rows.map(({ row }) => row).join(',')}]`;
      await to.execute(
        sql`insert into public.${name} (${columns})
          select ${columns} from json_populate_recordset(null::public.${name}, ${json}::json)`,
      );
    }
  });
}

async function copySequences(source: Database, to: Database): Promise<void> {
  const sequences = await queryRows<{ name: string; last: string }>(
    source,
    sql`select sequencename as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  );
  for (const { name, last } of sequences)
    await to.execute(sql`select setval(${`public.${name}`}::regclass, ${last}::bigint)`);
}
