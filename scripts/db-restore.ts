// Brings an embedded database back from a file of db-backup. What is there is kept aside, never overwritten. Sessions
// end, and what its log says was taken away from accounts since the backup is taken away again.
// Usage: bun scripts/db-restore.ts <file.tar.gz> [--replay <file of db:journal>]
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { OpenDatabase } from '#api/db/client.ts';
import { openEmbedded } from '#api/db/embedded.ts';
import { migrateDatabase } from '#api/db/migrate.ts';
import { embeddedFolder } from '#api/db/open.ts';
import { lockDataFolder } from '#api/process/data-lock.ts';
import { makePrivate } from '#api/process/private-files.ts';
import { StartError } from '#api/process/start-error.ts';
import { findLastEntry, type JournalEntry, readJournal } from '#api/restore/journal.ts';
import { finishRestore } from '#api/restore/replay.ts';
import { readArguments } from './operator/arguments.ts';
import { orFail } from './operator/database.ts';
import { readEmbeddedConfig } from './operator/embedded.ts';
import { readJournalFile, toRestoreLines } from './operator/restore.ts';

const USAGE = 'npm run db:restore -- <file.tar.gz> [--replay <journal>]';
const { values, positionals } = readArguments(USAGE, {
  options: { replay: { type: 'string' } },
  allowPositionals: true,
});

await orFail(async () => {
  const [file] = positionals;
  if (!file || positionals.length > 1) {
    throw new StartError(`Usage: ${USAGE}`);
  }
  const config = readEmbeddedConfig();
  const folder = embeddedFolder(config);
  const source = Bun.file(file);
  if (!(await source.exists())) throw new StartError(`There is no file ${file}.`);
  const foreign = `${file} is not a backup of this product; nothing was changed.`;
  // The engine prints its own trouble with what is not packed at all.
  const [first, second] = await source.slice(0, 2).bytes();
  if (first !== 0x1f || second !== 0x8b) throw new StartError(foreign);
  const given = values.replay ? await readJournalFile(values.replay) : null;
  const lock = lockDataFolder(config.DATA_DIR);
  const restored = `${folder}.restored`;
  await rm(restored, { recursive: true, force: true });
  let database: OpenDatabase | undefined;
  try {
    database = await openEmbedded(restored, source);
    await database.db.execute('select count(*) from schema_migrations');
  } catch (error) {
    await database?.close();
    await rm(restored, { recursive: true, force: true });
    throw error instanceof StartError ? error : new StartError(foreign);
  }
  await migrateDatabase(database);
  const last = await findLastEntry(database.db);
  const found = existsSync(folder) ? await readReplaced(folder) : null;
  const report = await finishRestore(
    database.db,
    found || given ? [...(found ?? []), ...(given ?? [])] : null,
  );
  await database.close();
  makePrivate(restored);
  if (existsSync(folder)) {
    const aside = `${folder}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(folder, aside);
    makePrivate(aside);
    console.log(`The database that was there is kept in ${aside}.`);
  }
  await rename(restored, folder);
  lock.release();
  console.log(`Restored ${file} to ${folder}.`);
  for (const line of toRestoreLines(report)) console.log(line);
  if (!found && !given) {
    console.log(
      `Nothing is known of what happened after ${last ?? 'the beginning'}: accounts that were suspended`,
    );
    console.log('or deleted since are back. Replay a journal (--replay), or suspend and delete them again.');
  }
});

/** The journal of the database that is replaced; null where it cannot be read, which is why one restores. */
async function readReplaced(folder: string): Promise<JournalEntry[] | null> {
  let replaced: OpenDatabase | undefined;
  try {
    replaced = await openEmbedded(folder);
    return await readJournal(replaced.db);
  } catch {
    console.log('The log of the database that is replaced cannot be read.');
    return null;
  } finally {
    await replaced?.close().catch(() => {});
  }
}
