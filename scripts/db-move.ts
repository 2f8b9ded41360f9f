// Moves the embedded database of DATA_DIR to the empty PostgreSQL of DATABASE_URL, all or nothing, and compares every row.
// Usage: bun scripts/db-move.ts
import { existsSync } from 'node:fs';
import { openEmbedded } from '#api/db/embedded.ts';
import { migrateDatabase } from '#api/db/migrate.ts';
import { moveDatabase, requireEmpty } from '#api/db/move.ts';
import { asOwner, embeddedFolder } from '#api/db/open.ts';
import { users } from '#api/db/schema/accounts.ts';
import { lockDataFolder } from '#api/process/data-lock.ts';
import { parseEnv } from '#api/process/env.ts';
import { StartError } from '#api/process/start-error.ts';
import { readArguments } from './operator/arguments.ts';
import { orFail, withDatabase } from './operator/database.ts';

readArguments('npm run db:move', {});
await orFail(async () => {
  const config = parseEnv(process.env);
  if (!config.DATABASE_URL) {
    throw new StartError('Set DATABASE_URL (and DATABASE_MIGRATION_URL) to the PostgreSQL to move to.');
  }
  const folder = embeddedFolder(config);
  if (!existsSync(folder)) throw new StartError(`There is no embedded database in ${config.DATA_DIR}.`);
  const lock = lockDataFolder(config.DATA_DIR);
  const embedded = await openEmbedded(folder);
  try {
    await migrateDatabase(embedded);
    await withDatabase((database) =>
      asOwner(database, config, async (owner) => {
        await requireEmpty(owner.db);
        const startedAt = performance.now();
        const moved = await moveDatabase({ source: embedded.db, target: owner.db }, (line) =>
          console.log(line),
        );
        const rows = moved.reduce((sum, table) => sum + table.rows, 0);
        // As the role that will serve.
        const accounts = await database.db.$count(users);
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
        console.log(
          `${rows} rows of ${moved.length} tables moved and compared in ${seconds} s; ${accounts} accounts.`,
        );
        console.log(`The embedded database stays in ${folder}; start with DATABASE_URL from now on.`);
        if (!config.SECRET_KEY) {
          console.log(`Take the key along: set SECRET_KEY to what stands in ${config.DATA_DIR}/secret.key.`);
        }
      }),
    );
  } finally {
    await embedded.close();
    lock.release();
  }
});
