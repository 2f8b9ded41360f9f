import { statSync } from 'node:fs';
import type { OpenDatabase } from '#api/db/client.ts';
import { embeddedFolder, openDatabase, updateSchema } from '#api/db/open.ts';
import { sqlStateOf } from '#api/errors/sql-state.ts';
import { isDiskFull, toDiskFullError } from '#api/process/disk.ts';
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

/** A failure that whoever typed the command can mend, in words; any other as it is. */
function toForeseen(error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  if (isDiskFull(error))
    return toDiskFullError((error as NodeJS.ErrnoException).path ?? 'what is to be written');
  const { syscall, path } = error as NodeJS.ErrnoException;
  // Whatever the file system answers: a file as a folder is ENOTDIR in one call, and EFAULT in another.
  if (path && syscall) return new StartError(`${path} cannot be used (${error.message}).`);
  if (sqlStateOf(error) !== '42501') return error;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return new StartError(
    `The role may not do that (${message}). Set DATABASE_MIGRATION_URL to the role that owns the tables, or give the rights anew: npm run db:roles.`,
  );
}

/** Runs a command; a failure that can be foreseen is printed as one line. */
export async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failStart(toForeseen(error));
  }
}
