import type { OpenDatabase } from '#api/db/client.ts';
import { openDatabase, updateSchema } from '#api/db/open.ts';
import { type Config, parseEnv } from '#api/process/env.ts';
import { failStart } from '#api/process/start-error.ts';

/** Opens the database of the settings, brings it up to date, works on it and closes it, whatever happens. */
export async function withDatabase(
  work: (database: OpenDatabase, config: Config) => Promise<void>,
): Promise<void> {
  await orFail(async () => {
    const config = parseEnv(process.env);
    const database = await openDatabase(config, (line) => console.log(line));
    try {
      await updateSchema(database, config);
      await work(database, config);
    } finally {
      await database.close();
    }
  });
}

/** Runs a command; a failure that can be foreseen is printed as one line. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failStart(error);
  }
}
