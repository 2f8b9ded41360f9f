import { statSync } from 'node:fs';
import type { OpenDatabase } from '#api/platform/db/client.ts';
import { embeddedFolder, openDatabase, updateSchema } from '#api/platform/db/open.ts';
import { toOperatorError } from '#api/platform/db/operator-error.ts';
import { type Config, parseEnv } from '#api/platform/process/env.ts';
import { failStart, StartError } from '#api/platform/process/start-error.ts';

/** Creates an embedded database only with `isMade`, because a check would approve an empty one. */
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

/** An unreadable folder is not absent. */
function isAbsent(folder: string): boolean {
  try {
    statSync(folder);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failStart(toOperatorError(error));
  }
}
