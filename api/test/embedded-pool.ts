import type { PGlite } from '@electric-sql/pglite';
import type { OpenDatabase } from '../platform/db/client.ts';
import { connectEmbedded } from '../platform/db/embedded.ts';

const PATIENCE_MS = 3000;
const idle: PGlite[] = [];
/** The tables of a fresh database; one that was left with others is not used again. */
let freshTables = '';

/**
 * An empty, migrated embedded database: one that an earlier file of this process gave back, else a new one. To start an
 * engine takes a third of a second of processor time, to empty one a tenth of that. What still holds a database that was
 * closed is refused, as it would be by an engine that is gone.
 */
export async function lendEmbedded(open: () => Promise<PGlite>): Promise<OpenDatabase> {
  const client = idle.pop() ?? (await open());
  freshTables ||= await listTables(client);
  let isOpen = true;
  const lent = new Proxy(client, {
    get(target, property) {
      if (!isOpen) throw new Error('PGlite is closed');
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' && property !== 'constructor' ? value.bind(target) : value;
    },
  });
  return {
    ...connectEmbedded(lent),
    close: async () => {
      isOpen = false;
      const isClean = await Promise.race([empty(client), Bun.sleep(PATIENCE_MS).then(() => false)]);
      if (isClean) idle.push(client);
      else await client.close();
    },
  };
}

async function empty(client: PGlite): Promise<boolean> {
  const tables = await listTables(client).catch(() => '');
  if (tables !== freshTables) return false;
  // Settings, prepared statements and temporary tables.
  await client.exec('discard all');
  // The history refuses to be emptied; only here its triggers are passed by.
  await client.exec(`set session_replication_role = replica;
    truncate ${tables} restart identity cascade; reset session_replication_role`);
  return true;
}

async function listTables(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ list: string }>(
    `select string_agg(quote_ident(relname), ', ' order by relname) as list from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`,
  );
  return rows[0]?.list ?? '';
}
