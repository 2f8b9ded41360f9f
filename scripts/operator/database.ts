import { statSync } from 'node:fs';
import type { OpenDatabase } from '#api/db/client.ts';
import { toForeseen } from '#api/db/foreseen.ts';
import { embeddedFolder, openDatabase, updateSchema } from '#api/db/open.ts';
import { type Config, parseEnv } from '#api/process/env.ts';
import { failStart, StartError } from '#api/process/start-error.ts';

/**
 * Opens the database of the settings, brings it up to date, works on it and closes it, whatever happens. An embedded one
 * that is not there is made only where that is asked for: a command that looks would find everything in order in it.
 */
export async function withDatabase(
  work: (database: OpenDatabase, config: Config) => Promise<void>,
  { isMade = false }: { isMade?: boolean } = {},
): Promise<void> {
  await orFail(async () => {
    const config = parseEnv(process.env);
    if (!isMade && !config.DATABASE_URL && isAbsent(embeddedFolder(config))) {
      throw new StartError(
        `There is no database in ${config.DATA_DIR}. Set DATABASE_URL or DATA_DIR as the server has it.`,
      );
    }
    const database = await openDatabase(config, (line) => console.log(line));
    try {
      await updateSchema(database, config);
      await work(database, config);
    } finally {
      await database.close();
    }
  });
}

/** One that may not be looked at is there. */
function isAbsent(folder: string): boolean {
  try {
    statSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Runs a command; a failure that can be foreseen is printed as one line. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failStart(toForeseen(error));
  }
}
