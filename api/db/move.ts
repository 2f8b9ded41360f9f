import { sql } from 'drizzle-orm';
import { StartError } from '../process/start-error.ts';
import { type Database, inTransaction, queryRows } from './client.ts';

/** A table as it arrived: rows and a checksum over every value of every row, equal on both sides. */
export interface MovedTable {
  name: string;
  rows: number;
  checksum: string;
}

/** Kept by the migrations of each database itself. */
const LEDGER = 'schema_migrations';
const PAGE = 2000;

/** The product's tables, by their names. */
async function listTables(db: Database): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => name !== LEDGER);
}

/** Throws StartError when a database holds anything: nothing is ever mixed. */
export async function requireEmpty(db: Database): Promise<void> {
  for (const table of await listTables(db)) {
    const [row] = await queryRows<{ is_filled: boolean }>(
      db,
      sql`select exists (select 1 from public.${sql.identifier(table)}) as is_filled`,
    );
    if (row?.is_filled)
      throw new StartError(`The target is not empty: its table ${table} holds rows. Nothing was changed.`);
  }
}

/**
 * Copies every row of one database into another that has the same schema and is empty, all or nothing, and compares both.
 * `target` is the role that owns the tables: it writes the past of the audit log. Throws StartError for a target that is not
 * empty, and when a table differs afterwards.
 */
export async function moveDatabase(
  { source, target }: { source: Database; target: Database },
  say: (line: string) => void,
): Promise<MovedTable[]> {
  return source.transaction(async (transaction) => {
    const from = transaction as unknown as Database;
    await from.execute(sql`set transaction isolation level repeatable read, read only`);
    await sayAlike(from);
    return inTransaction(target, async (to) => {
      await sayAlike(to);
      await to.execute(sql`set local statement_timeout = 0`);
      await to.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      await requireEmpty(to);
      const tables = await listTables(from);
      const restore = await dropForeignKeys(to);
      // What a trigger writes beside a row is among the rows that come.
      for (const table of tables)
        await to.execute(sql`alter table ${sql.identifier(table)} disable trigger user`);
      for (const table of tables) await copyTable(from, to, table);
      for (const table of tables)
        await to.execute(sql`alter table ${sql.identifier(table)} enable trigger user`);
      // Each is checked against all rows as it comes back.
      for (const statement of restore) await to.execute(sql.raw(statement));
      await copySequences(from, to);
      const moved: MovedTable[] = [];
      for (const name of tables) {
        const [there, here] = [await readState(from, name), await readState(to, name)];
        if (there.rows !== here.rows || there.checksum !== here.checksum) {
          throw new StartError(
            `The table ${name} differs: ${there.rows} rows (${there.checksum}) became ${here.rows} (${here.checksum}). Nothing was changed.`,
          );
        }
        say(`  ${name.padEnd(28)} ${String(here.rows).padStart(9)} rows  ${here.checksum}`);
        moved.push(here);
      }
      await requireSameSequences(from, to);
      await to.execute(sql`analyze`);
      return moved;
    });
  });
}

/** Rows and checksum of every table, as one transaction sees them: equal on both sides of a copy. */
export async function readTables(tx: Database): Promise<MovedTable[]> {
  await sayAlike(tx);
  const tables: MovedTable[] = [];
  for (const name of await listTables(tx)) tables.push(await readState(tx, name));
  return tables;
}

/** Values as text are the same on both sides only in the same settings. */
async function sayAlike(db: Database): Promise<void> {
  await db.execute(sql`set local timezone = 'UTC'`);
  await db.execute(sql`set local datestyle = 'ISO, YMD'`);
  await db.execute(sql`set local intervalstyle = 'postgres'`);
  await db.execute(sql`set local extra_float_digits = 1`);
}

/**
 * Takes the foreign keys away, because tables point at each other and at themselves, and answers the statements that bring
 * them back. Nobody sees the database without them: it is one transaction.
 */
async function dropForeignKeys(db: Database): Promise<string[]> {
  const keys = await queryRows<{ table: string; name: string; definition: string }>(
    db,
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid::regclass::text, conname`,
  );
  for (const { table, name } of keys)
    await db.execute(sql.raw(`alter table ${table} drop constraint ${name}`));
  return keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

async function copyTable(from: Database, to: Database, table: string): Promise<void> {
  const name = sql.identifier(table);
  // A generated column is worked out anew by the target.
  const [own] = await queryRows<{ columns: string }>(
    to,
    sql`select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = format('public.%I', ${table}::text)::regclass and attnum > 0 and not attisdropped
        and attgenerated = ''`,
  );
  const columns = sql.raw(own?.columns ?? '');
  await from.execute(
    sql`declare moving no scroll cursor for select to_json(t)::text as row from public.${name} t`,
  );
  for (;;) {
    const rows = await queryRows<{ row: string }>(from, sql.raw(`fetch ${PAGE} from moving`));
    if (rows.length === 0) break;
    const json = `[${rows.map(({ row }) => row).join(',')}]`;
    await to.execute(
      sql`insert into public.${name} (${columns})
        select ${columns} from json_populate_recordset(null::public.${name}, ${json}::json)`,
    );
  }
  await from.execute(sql`close moving`);
}

interface Sequence {
  name: string;
  last: string;
  is_called: boolean;
}

async function readSequences(db: Database): Promise<Sequence[]> {
  const names = await queryRows<{ name: string }>(
    db,
    sql`select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await queryRows<Omit<Sequence, 'name'>>(
      db,
      sql`select last_value::text as last, is_called from public.${sql.identifier(name)}`,
    );
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

async function copySequences(from: Database, to: Database): Promise<void> {
  for (const { name, last, is_called } of await readSequences(from)) {
    await to.execute(sql`select setval(${`public.${name}`}::regclass, ${last}::bigint, ${is_called})`);
  }
}

async function requireSameSequences(from: Database, to: Database): Promise<void> {
  const [there, here] = [await readSequences(from), await readSequences(to)];
  if (JSON.stringify(there) !== JSON.stringify(here)) {
    throw new StartError('A sequence differs, so new rows would collide with old ones. Nothing was changed.');
  }
}

/** The sum of the digests of all rows does not hang on the order they are read in. */
async function readState(db: Database, name: string): Promise<MovedTable> {
  const [row] = await queryRows<{ rows: string | number; checksum: string }>(
    db,
    sql`select count(*) as rows,
        coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint::numeric), 0)::text as checksum
      from public.${sql.identifier(name)} t`,
  );
  return { name, rows: Number(row?.rows ?? 0), checksum: row?.checksum ?? '' };
}
