// Prints or runs the SQL for two PostgreSQL roles: one migrates (DATABASE_MIGRATION_URL), one serves (DATABASE_URL).
import { openPostgres } from '#api/platform/db/client.ts';
import { openDatabase, updateSchema } from '#api/platform/db/open.ts';
import { readLogin, toRoleScript } from '#api/platform/db/roles.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { findAddressProblem, readPostgresAddress } from '#api/platform/process/postgres-address.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { orFail } from '../operator/database.ts';

// The URL contains a password, and other users can read process arguments.
readArguments('npm run ops -- roles, with DATABASE_ADMIN_URL=postgres://administrator@host/ to run it', {});
const adminUrl = process.env.DATABASE_ADMIN_URL;

await orFail(async () => {
  const config = parseEnv(process.env);
  const { DATABASE_URL, DATABASE_MIGRATION_URL, UNENCRYPTED_HOSTS } = config;
  if (!DATABASE_URL || !DATABASE_MIGRATION_URL) {
    throw new StartError(
      'Set DATABASE_URL to the role that serves and DATABASE_MIGRATION_URL to the one that migrates.',
    );
  }
  const migrating = readLogin(DATABASE_MIGRATION_URL);
  const serving = readLogin(DATABASE_URL);
  if (migrating.name === serving.name)
    throw new StartError(`Both addresses name the role ${serving.name}: two are meant.`);
  const { database } = readPostgresAddress(DATABASE_URL);
  const script = toRoleScript(database, migrating, serving);
  if (!adminUrl) {
    console.log(
      `-- To be run by an administrator in the database ${database}, then: npm run ops -- migrate\n${script}`,
    );
    return;
  }
  const problem = findAddressProblem(adminUrl);
  if (problem) throw new StartError(`DATABASE_ADMIN_URL: ${problem}.`);
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const admin = openPostgres({ url: url.href, poolSize: 1, unencryptedHosts: UNENCRYPTED_HOSTS });
  try {
    await admin.runScript(script);
  } catch (error) {
    throw new StartError(`The roles could not be made: ${error instanceof Error ? error.message : error}`);
  } finally {
    await admin.close();
  }
  const served = await openDatabase(config);
  await updateSchema(served, config).finally(() => served.close());
  console.log(`${migrating.name} migrates and ${serving.name} serves the database ${database}.`);
});
