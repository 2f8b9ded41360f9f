import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { readPostgresAddress } from '../process/postgres-address.ts';
import { StartError } from '../process/start-error.ts';
import { WRITTEN_COLUMNS } from './audit-entry.ts';
import { ADVISORY_LOCKS, type OpenDatabase, queryRows } from './client.ts';

/** An empty password means sign-in by socket or certificate. */
export interface Login {
  name: string;
  password: string;
}

export function readLogin(url: string): Login {
  const { user, password } = readPostgresAddress(url);
  return { name: user, password };
}

const FULL_PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;
type Privilege = (typeof FULL_PRIVILEGES)[number] | `INSERT (${string})`;

// Rows of progress_events go by foreign key, words of audit_log through `blank_audit_log`, which checks the account.
const REDUCED_PRIVILEGES: Record<string, readonly Privilege[]> = {
  audit_log: ['SELECT', `INSERT (${WRITTEN_COLUMNS.toSorted().join(', ')})`],
  audit_seals: ['SELECT', 'INSERT'],
  progress_events: ['SELECT', 'INSERT'],
  schema_migrations: ['SELECT'],
};

/**
 * SQL for an administrator that creates the owner role and the serving role; safe to repeat. Tables of other owners go
 * to the owner role, and passwords appear only as SCRAM verifiers.
 */
export function toRoleScript(database: string, migrating: Login, serving: Login): string {
  const [owner, server] = [migrating, serving].map(({ name }) => identifier(name));
  return `${[migrating, serving].map(toRole).join('\n')}
DO $$ BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN GRANT ${owner} TO current_user; END IF;
END $$;
REVOKE ALL ON DATABASE ${identifier(database)} FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE ${identifier(database)} TO ${owner}, ${server};
REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM ${server};
GRANT USAGE, CREATE ON SCHEMA public TO ${owner};
GRANT USAGE ON SCHEMA public TO ${server};
DO $$ DECLARE thing text; BEGIN
  FOR thing IN
    SELECT format('TABLE public.%I', relname) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND relowner::regrole::text <> ${literal(migrating.name)}
    UNION ALL SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proowner::regrole::text <> ${literal(migrating.name)}
  LOOP
    EXECUTE format('ALTER %s OWNER TO %I', thing, ${literal(migrating.name)});
  END LOOP;
END $$;`;
}

function toRole({ name, password }: Login): string {
  const role = identifier(name);
  return `DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = ${literal(name)}) THEN CREATE ROLE ${role}; END IF;
  IF (SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls
      FROM pg_roles WHERE rolname = ${literal(name)}) THEN
    RAISE EXCEPTION '% has more rights than its work needs: choose another name', ${literal(name)};
  END IF;
END $$;
ALTER ROLE ${role} LOGIN${password ? ` PASSWORD ${literal(toVerifier(password))}` : ''};`;
}

const ITERATIONS = 4096;

// A SCRAM verifier keeps the password out of the script and of PostgreSQL's log.
function toVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Grants the serving role exactly its table rights; call it as the owner after migrating. Throws StartError if the role
 * is missing.
 */
export async function grantServing(owner: OpenDatabase, serving: string): Promise<void> {
  const [role] = await queryRows<{ oid: number }>(
    owner.db,
    sql`select oid::int as oid from pg_roles where rolname = ${serving}`,
  );
  if (!role) {
    throw new StartError(
      `PostgreSQL has no role ${serving}, which DATABASE_URL names. npm run ops -- roles makes it.`,
    );
  }
  const tables = await queryRows<{ name: string; granted: string }>(
    owner.db,
    sql`select relname as name, array_to_string(array(
          select privilege_type from aclexplode(relacl) where grantee = ${role.oid}
          union all
          select privilege_type || ' (' || string_agg(attname, ', ' order by attname) || ')'
            from pg_attribute, aclexplode(attacl)
            where attrelid = c.oid and grantee = ${role.oid} group by privilege_type
          order by 1), '; ') as granted
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const server = identifier(serving);
  const changes = tables.flatMap(({ name, granted }) => {
    const wanted = REDUCED_PRIVILEGES[name] ?? FULL_PRIVILEGES;
    if (granted === wanted.toSorted().join('; ')) return [];
    const table = `public.${identifier(name)}`;
    return [
      `REVOKE ALL ON TABLE ${table} FROM ${server};`,
      `GRANT ${wanted.join(', ')} ON TABLE ${table} TO ${server};`,
    ];
  });
  const [routines] = await queryRows<{ differ: boolean }>(
    owner.db,
    sql`select exists (select from pg_proc where pronamespace = 'public'::regnamespace and (
        has_function_privilege('public', oid, 'EXECUTE') or not has_function_privilege(${serving}, oid, 'EXECUTE'))
      ) as differ`,
  );
  if (changes.length === 0 && !routines?.differ) return;
  await owner.runScript(`
    BEGIN;
    SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.roles});
    ${changes.join('\n')}
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${server};
    REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA public FROM PUBLIC;
    GRANT EXECUTE ON ALL ROUTINES IN SCHEMA public TO ${server};
    COMMIT;`);
}

export async function isTooPowerful({ db }: OpenDatabase): Promise<boolean> {
  const [answer] = await queryRows<{ is_powerful: boolean }>(
    db,
    sql`select rolsuper or has_table_privilege('audit_log', 'UPDATE') or has_schema_privilege('public', 'CREATE')
      as is_powerful from pg_roles where rolname = current_user`,
  );
  return answer?.is_powerful ?? true;
}
