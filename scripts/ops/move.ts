// Moves the embedded database of DATA_DIR into the empty PostgreSQL database of DATABASE_URL.
import { existsSync } from 'node:fs';
import { openEmbedded } from '#api/platform/db/embedded.ts';
import { migrateDatabase } from '#api/platform/db/migrate.ts';
import { asOwner, embeddedFolder } from '#api/platform/db/open.ts';
import { users } from '#api/platform/db/schema/accounts.ts';
import { lockDataFolder } from '#api/platform/process/data-lock.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { orFail, withDatabase } from '../operator/database.ts';
import { moveDatabase } from '../operator/move.ts';

readArguments('npm run ops -- move', {});
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
        const moved = await moveDatabase(embedded.db, owner.db, config.TIME_ZONE);
        for (const [table, rows] of moved)
          console.log(`${table.padEnd(28)} ${String(rows).padStart(9)} rows`);
        console.log(
          `${await database.db.$count(users)} accounts moved; every stored number fits the events.`,
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
