// Brings the schema of the database up to date.
import { migrateDatabase } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { parseEnv } from '#api/env.ts';
import { orFail } from './operator/database.ts';

await orFail(async () => {
  const database = await openDatabase(parseEnv(process.env), (line) => console.log(line));
  try {
    const applied = await migrateDatabase(database);
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  } finally {
    await database.close();
  }
});
