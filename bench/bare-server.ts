// The bare server: what this machine can do at most, with nothing of the product in between. A body of a page's size
// from memory, one prepared statement that reads one row by its key, one that writes the least a tick must leave
// behind, and one comparison of a password.
// Started by bench/run.ts with the settings of the product's own server.
import { startEngine } from '#api/db/embedded.ts';
import { EmbeddedConnection } from '#api/db/embedded-connection.ts';
import { embeddedFolder } from '#api/db/open.ts';
import { parseEnv } from '#api/process/env.ts';
import { createId } from '#api/process/secrets.ts';
import { createSameRoute } from './same-statement.ts';

/** Runs one prepared statement. */
type Ask = (text: string, values: unknown[]) => Promise<unknown[]>;

const ROW = 'select id, name, email, role, status, created_at from users where id = $1';
const WRITE = `
  with told as (
    insert into progress_events (user_id, resource_id, section_id, league_id, kind)
    select $1::text, $2::text, section_id, 'bench-league-1', 'COMPLETED' from resources where id = $2::text
    returning user_id, resource_id, occurred_at
  ), kept as (
    insert into resource_progress (id, user_id, resource_id, completed_at)
    select $3::text, user_id, resource_id, occurred_at from told
    on conflict (user_id, resource_id) do update set completed_at = excluded.completed_at, updated_at = now()
    returning user_id
  )
  update learner_stats ls set completed_resources = ls.completed_resources + 1, last_completed_at = now(),
    last_completed_resource_id = $2::text
  from kept where ls.user_id = kept.user_id
  returning ls.completed_resources`;

const config = parseEnv(process.env);
const drivers = new Map<string, Ask>();
let same: ReturnType<typeof createSameRoute> | undefined;
if (config.DATABASE_URL) {
  const bun = new Bun.SQL(config.DATABASE_URL, { max: config.DATABASE_POOL_SIZE });
  drivers.set('bun', (text, values) => bun.unsafe(text, values));
  same = createSameRoute(bun);
  const { default: postgres } = await import('postgres');
  const client = postgres(config.DATABASE_URL, { max: config.DATABASE_POOL_SIZE });
  drivers.set('postgres', (text, values) => client.unsafe(text, values as never[], { prepare: true }));
} else {
  const connection = new EmbeddedConnection(await startEngine(embeddedFolder(config)));
  drivers.set('embedded', async (text, values) => (await connection.query(text, values)).rows);
}
const hash = await Bun.password.hash('a password', {
  algorithm: 'argon2id',
  memoryCost: 19_456,
  timeCost: 2,
});
const bodies = new Map<number, Uint8Array<ArrayBuffer>>();

/** `/same/…` (same-statement.ts), `/page?bytes=`, `/row/<driver>?id=`, `/write/<driver>?id=&resource=`, `/hash`. */
async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, kind, driver = ''] = pathname.split('/');
  const id = searchParams.get('id');
  if (kind === 'row') return Response.json({ success: true, data: (await askOf(driver)(ROW, [id]))[0] });
  if (kind === 'write') {
    const values = [id, searchParams.get('resource'), createId()];
    return Response.json({ success: true, data: (await askOf(driver)(WRITE, values))[0] });
  }
  return Response.json({ success: true, data: await Bun.password.verify('a password', hash) });
}

function askOf(driver: string): Ask {
  const ask = drivers.get(driver);
  if (!ask) throw new Error(`There is no driver ${driver}`);
  return ask;
}

const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } };
const PAGE = '/page?bytes=';
const SAME = '/same/';

Bun.serve({
  hostname: config.HOST,
  port: config.PORT,
  development: false,
  fetch: (request) => {
    const at = request.url.indexOf(PAGE);
    if (at < 0) return same && request.url.includes(SAME) ? same.fetch(request) : answer(request);
    const bytes = Number(request.url.slice(at + PAGE.length));
    let body = bodies.get(bytes);
    if (!body) {
      body = new Uint8Array(bytes).fill(120);
      bodies.set(bytes, body);
    }
    return new Response(body, HTML);
  },
});
