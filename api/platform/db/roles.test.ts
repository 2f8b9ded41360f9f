import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { addLeague, enroll } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson } from '../../test/people.ts';
import { makeServerFolder } from '../../test/server-process.ts';
import { sealAuditLog } from '../audit/seal.ts';
import { sqlStateOf } from '../errors/sql-state.ts';
import { parseEnv } from '../process/env.ts';
import { WRITTEN_COLUMNS } from './audit-entry.ts';
import { type Database, openPostgres, queryRows } from './client.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase, updateSchema } from './open.ts';
import { grantServing, isTooPowerful } from './roles.ts';

const ADMIN = process.env.TEST_DATABASE_URL ?? '';

/** The embedded engine has roles, and no server to sign in to as one of them. */
const describeOnPostgres = ADMIN ? describe : describe.skip;
const testOnPostgres = ADMIN ? test : test.skip;
const SERVING = 'test_serves';

async function makeServingRole(owner: Database): Promise<void> {
  await owner.execute(sql.raw(`create role ${SERVING}`));
  const runScript = async (script: string) => {
    for (const statement of script.split(';')) await owner.execute(sql.raw(statement));
  };
  await grantServing({ db: owner, runScript } as never, SERVING);
}

describe('P51 the role that serves', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await makeApp({}, ADMIN ? undefined : makeServingRole);
  });
  afterAll(() => api.close());

  const serve = (tx: Pick<Database, 'execute'>) =>
    tx.execute(ADMIN ? sql`select 1` : sql.raw(`set local role ${SERVING}`));
  const refusalOf = (statement: string) =>
    api.db
      .transaction(async (tx) => {
        await serve(tx);
        await tx.execute(sql`select set_config('app.erase_history', 'on', true)`);
        await tx.execute(sql.raw(statement));
      })
      .then(
        () => 'done',
        (error) => sqlStateOf(error) ?? String(error),
      );

  test('changes neither schema nor history, whatever it says', async () => {
    const person = await addPerson(api.db);
    await api.db.execute(sql`insert into audit_log (actor_id, target_user_id, action, description)
      values (${person.id}, ${person.id}, 'TEST', 'words')`);
    for (const statement of [
      'create table mine (id int)',
      'create schema mine',
      'create function mine() returns int language sql as $$ select 1 $$',
      'alter table users add column mine text',
      'alter table audit_log disable trigger all',
      'drop table rate_limits',
      'drop trigger audit_log_append_only on audit_log',
      'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'alter table audit_log owner to current_user',
      'truncate rate_limits',
      'truncate audit_log',
      'truncate progress_events',
      'update audit_log set description = null',
      "update audit_log set action = 'FORGED'",
      'delete from audit_log',
      "insert into audit_log (action, created_at) values ('FORGED', now() - interval '1 day')",
      "insert into audit_log (id, action) values (7, 'FORGED')",
      "insert into audit_log (action, words_salt, words_digest) values ('FORGED', null, 'x')",
      "insert into audit_log values (7, 'a', 'b', 'FORGED')",
      "select setval('audit_log_id_seq', 1)",
      "update audit_seals set digest = 'x'",
      'delete from audit_seals',
      'truncate audit_seals',
      'delete from progress_events',
      "update progress_events set kind = 'RESET'",
      'select * from audit_log for update',
      "insert into schema_migrations (name, hash) values ('x', 'x')",
      'delete from schema_migrations',
      'create role mine',
      ...(ADMIN ? ["set session authorization 'postgres'", 'set role test_migrates'] : []),
      'set session_replication_role = replica',
      "copy users to program 'cat'",
    ]) {
      expect([statement, await refusalOf(statement)]).toEqual([statement, '42501']);
    }
    for (const call of [`blank_audit_log('${person.id}')`, 'blank_late_audit_entries()']) {
      expect([call, await refusalOf(`select ${call}`)]).toEqual([call, 'done']);
    }
    expect(
      await queryRows<{ description: string }>(
        api.db,
        sql`select description from audit_log where target_user_id = ${person.id}`,
      ),
    ).toMatchObject([{ description: 'words' }]);
  });

  test('cannot end the seals of the audit log by one of its own', async () => {
    const write = async () => {
      await api.db.execute(sql`insert into audit_log (actor_id, action) values ('somebody', 'TEST')`);
      return sealAuditLog(api.db);
    };
    const before = await write();
    const seal = (number: string, ids: string, openFrom = 'now()', sealedAt = 'now()') =>
      refusalOf(`insert into audit_seals (number, ids, entries, previous, digest, open_from, sealed_at)
        values (${number}, '${ids}', 1, 'x', 'x', ${openFrom}, ${sealedAt})`);
    for (const [ids, ...times] of [
      ['{(,)}'],
      ['{[1,)}'],
      ['{}'],
      ['{[-5,2)}'],
      ['{[1,1000000000)}'],
      ['{[1,2)}', "'infinity'", "'infinity'"],
      ['{[1,2)}', "now() + interval '1 hour'", "now() + interval '2 hours'"],
      ['{[1,2)}', 'now()', "now() - interval '1 hour'"],
    ] as const) {
      expect([ids, times, await seal('1', ids, ...times)]).toEqual([ids, times, '23001']);
    }
    expect(await seal('9223372036854775807', '{[1,2)}')).toBe('done');
    expect((await write())?.number).toBe((before?.number ?? 0) + 2);
  });

  test('every function of the database looks names up in its own schema first', async () => {
    const open = await queryRows<{ name: string }>(
      api.db,
      sql`select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
        and not coalesce(proconfig, '{}') @> array['search_path=pg_catalog, public, pg_temp']`,
    );
    expect(open).toEqual([]);
  });

  test('catches nothing with temporary tables that have the names of ours', async () => {
    const person = await addPerson(api.db);
    const league = await addLeague(api.db);
    await enroll(api.db, person.id, league);
    const undone = new Error('undone');
    const shadowing = api.db.transaction(async (tx) => {
      const shadow = tx as unknown as Database;
      await serve(tx);
      const tables = await queryRows<{ name: string }>(
        shadow,
        sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      );
      for (const { name } of tables) {
        await tx.execute(sql.raw(`create temp table ${name} (like public.${name} including defaults)`));
      }
      await tx.execute(sql`update public.leagues set name = 'Another name' where id = ${league.id}`);
      await tx.execute(sql`delete from public.users where id = ${person.id}`);
      const caught = [];
      for (const { name } of tables) {
        const rows = await queryRows(shadow, sql.raw(`select 1 from pg_temp.${name}`));
        if (rows.length > 0) caught.push(name);
      }
      expect(caught).toEqual([]);
      throw undone;
    });
    await expect(shadowing).rejects.toBe(undone);
  });

  testOnPostgres('has on every table the rights that its work needs, and no others', async () => {
    const rows = await queryRows<{ name: string; rights: string }>(
      api.db,
      sql`select c.relname as name, coalesce(string_agg(acl.privilege_type, ' ' order by acl.privilege_type), '') as rights
        from pg_class c left join lateral aclexplode(c.relacl) acl
          on acl.grantee = (select oid from pg_roles where rolname = current_user)
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`,
    );
    const rights = Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
    const { audit_log, audit_seals, progress_events, schema_migrations, ...others } = rights;
    expect({ audit_log, audit_seals, progress_events, schema_migrations }).toEqual({
      audit_log: 'SELECT',
      audit_seals: 'INSERT SELECT',
      progress_events: 'INSERT SELECT',
      schema_migrations: 'SELECT',
    });
    const written = await queryRows<{ name: string }>(
      api.db,
      sql`select attname as name from pg_attribute where attrelid = 'audit_log'::regclass and attnum > 0
        and has_column_privilege(attrelid, attnum, 'INSERT')`,
    );
    expect(new Set(written.map(({ name }) => name))).toEqual(new Set(WRITTEN_COLUMNS));
    expect(new Set(Object.values(others))).toEqual(new Set(['DELETE INSERT SELECT UPDATE']));
    expect(await isTooPowerful({ db: api.db } as never)).toBe(false);
    expect(await isTooPowerful({ db: api.owner } as never)).toBe(true);
  });

  testOnPostgres(
    'is given a function that a migration added without a table, and nobody else is',
    async () => {
      const [role] = await queryRows<{ name: string }>(api.db, sql`select current_user as name`);
      await api.owner.execute(sql`create function added_later() returns int language sql as 'select 7'`);
      await grantServing(
        {
          db: api.owner,
          runScript: async (script: string) => void (await api.owner.execute(sql.raw(script))),
        } as never,
        role?.name ?? '',
      );
      const mayCall = (name: string) =>
        queryRows<{ may: boolean }>(
          api.owner,
          sql`select has_function_privilege(${name}, 'added_later()', 'EXECUTE') as may`,
        );
      expect([await mayCall('public'), await mayCall(role?.name ?? '')]).toEqual([
        [{ may: false }],
        [{ may: true }],
      ]);
      await api.owner.execute(sql`drop function added_later()`);
    },
  );
});

/** Everything that migrations made goes; the schema itself and its rights stay. */
const EMPTY_SCHEMA = `DO $$ DECLARE thing text; BEGIN
  FOR thing IN SELECT oid::regclass::text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  LOOP EXECUTE format('DROP TABLE %s CASCADE', thing); END LOOP;
  FOR thing IN SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  LOOP EXECUTE format('DROP FUNCTION %s CASCADE', thing); END LOOP;
END $$`;

describeOnPostgres('P51 npm run ops -- roles', () => {
  const name = `test_roles_${randomBytes(6).toString('hex')}`;
  const roles = [`${name}_migrates`, `${name}_serves`] as const;
  const addressOf = (user?: string) => {
    const url = new URL(ADMIN || 'postgres://localhost');
    url.pathname = `/${name}`;
    if (user) Object.assign(url, { username: user, password: `p@ss of ${user}` });
    return url.toString();
  };
  const [migrating, serving] = [addressOf(roles[0]), addressOf(roles[1])];
  const server = new Bun.SQL(ADMIN, { max: 1 });
  beforeAll(async () => {
    await server.unsafe(`create database ${name}`);
  });
  afterAll(async () => {
    await server.unsafe(`drop database ${name} with (force)`);
    await server.unsafe(`drop role ${roles.join(', ')}`);
    await server.close();
  });

  const run = async (settings: Record<string, string>, ...args: string[]) => {
    const child = Bun.spawn(
      [process.execPath, '--no-env-file', join(import.meta.dir, '../../../scripts/ops/roles.ts'), ...args],
      { env: { PATH: process.env.PATH ?? '', ...settings }, stdout: 'pipe', stderr: 'pipe' },
    );
    const [code, out, said] = await Promise.all([
      child.exited,
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { code, out, said };
  };
  const both = { DATABASE_URL: serving, DATABASE_MIGRATION_URL: migrating };

  test('takes over a database that one role had, as often as it is run, and both do their work', async () => {
    const admin = openPostgres({ url: addressOf(), poolSize: 1 });
    await migrateDatabase(admin);
    await admin.close();
    for (let round = 0; round < 2; round++) {
      expect(await run({ ...both, DATABASE_ADMIN_URL: ADMIN })).toEqual({
        code: 0,
        out: `${roles[0]} migrates and ${roles[1]} serves the database ${name}.\n`,
        said: '',
      });
    }
    const stored = await server<{ rolpassword: string }[]>`
      select rolpassword from pg_authid where rolname in ${server([...roles])}`;
    for (const { rolpassword } of stored) expect(rolpassword).toStartWith('SCRAM-SHA-256$4096:');

    const config = parseEnv({ DATABASE_URL: serving });
    const database = await openDatabase(config);
    expect(await updateSchema(database, config)).toEqual([]);
    expect(await isTooPowerful(database)).toBe(false);
    await database.db.execute(
      sql`insert into rate_limits (key, count, window_ends_at) values ('k', 1, now())`,
    );
    await database.close();
  });

  test('a schema that is behind is named where nobody may change it, and brought up by who may', async () => {
    const owner = openPostgres({ url: migrating, poolSize: 1 });
    await owner.runScript(EMPTY_SCHEMA);
    const config = parseEnv({ DATABASE_URL: serving });
    const database = await openDatabase(config);
    await expect(updateSchema(database, config)).rejects.toThrow(
      /^The schema is not up to \d{4}_\w+\.sql, and the role \w+_serves may not change it\. .*DATABASE_MIGRATION_URL/,
    );
    const files = await readdir(join(import.meta.dir, 'migrations'));
    const migrations = files.filter((file) => file.endsWith('.sql')).sort();
    expect(await updateSchema(database, parseEnv(both))).toEqual(migrations);
    await database.db.execute(sql`select blank_late_audit_entries()`);
    await database.close();
    await owner.close();
  });

  test('a start that waits for the role that migrates says so', async () => {
    const config = parseEnv({ DATABASE_URL: serving, DATABASE_MIGRATION_URL: 'postgres://a@127.0.0.1:1/b' });
    const database = await openDatabase(config);
    const stopWaiting = (line: string) => {
      throw new Error(line);
    };
    await expect(updateSchema(database, config, stopWaiting)).rejects.toThrow(
      'Waiting for PostgreSQL at 127.0.0.1:1',
    );
    await database.close();
  });

  test('a server whose role may not read the schema says so in one line', async () => {
    const owner = openPostgres({ url: migrating, poolSize: 1 });
    await owner.runScript(`revoke select on schema_migrations from ${roles[1]}`);
    const servers = await makeServerFolder();
    const { code, said } = await servers.refuse({ DATABASE_URL: serving });
    await servers.remove();
    await owner.runScript(`grant select on schema_migrations to ${roles[1]}`);
    await owner.close();
    expect(code).toBe(1);
    expect(said).toMatch(
      /^✖ The role may not do that \(permission denied for table schema_migrations\)\. .*npm run ops -- roles\.$/,
    );
  }, 300_000);

  test('says what is missing, and without an administrator prints what one has to run', async () => {
    expect((await run({ DATABASE_URL: serving })).said).toMatch(
      /^✖ Set DATABASE_URL to the role that serves/,
    );
    const same = await run({ DATABASE_URL: serving, DATABASE_MIGRATION_URL: serving });
    expect(same.said).toMatch(/^✖ Both addresses name the role/);
    const printed = await run(both);
    expect(printed.out).toContain(`CREATE ROLE "${roles[1]}"`);
    expect(printed.out).not.toContain('p@ss');
    const strong = await run({
      ...both,
      DATABASE_URL: addressOf('postgres'),
      DATABASE_ADMIN_URL: ADMIN,
    });
    expect(strong.said).toMatch(
      /✖ The roles could not be made: postgres has more rights than its work needs/,
    );
    for (const address of ['localhost', 'postgres://a:100%@localhost/', 'postgres://[db/'])
      expect(await run({ ...both, DATABASE_ADMIN_URL: address })).toEqual({
        code: 1,
        out: '',
        said: expect.stringMatching(/^✖ DATABASE_ADMIN_URL: expected an address [^\n]*\n$/),
      });
    expect((await run(both, '--admin', ADMIN)).said).toMatch(
      /^✖ Unknown option '--admin'\. Usage: npm run ops -- roles, with DATABASE_ADMIN_URL=/,
    );
    const absent = { ...both, DATABASE_URL: addressOf('nobody_serves') };
    const database = await openDatabase(parseEnv({ DATABASE_URL: serving }));
    await expect(updateSchema(database, parseEnv(absent))).rejects.toThrow(/no role nobody_serves/);
    await database.close();
  });
});
