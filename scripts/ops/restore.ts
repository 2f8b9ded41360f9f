// Restores the embedded database from a backup, ends sessions and replays the restore list.
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finishRestore } from '#api/accounts/own-account/after-restore.ts';
import { createListWriter, readList, toListFile } from '#api/accounts/own-account/restore-list.ts';
import type { OpenDatabase } from '#api/platform/db/client.ts';
import { openEmbedded } from '#api/platform/db/embedded.ts';
import { migrateDatabase } from '#api/platform/db/migrate.ts';
import { embeddedFolder } from '#api/platform/db/open.ts';
import { lockDataFolder } from '#api/platform/process/data-lock.ts';
import { makePrivate } from '#api/platform/process/private-files.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { orFail } from '../operator/database.ts';
import { readEmbeddedConfig, readFileArgument } from '../operator/embedded.ts';
import { toRestoreLines } from '../operator/restore.ts';

const file = readFileArgument('npm run ops -- restore <file.tar.gz>');

await orFail(async () => {
  const config = readEmbeddedConfig();
  const folder = embeddedFolder(config);
  const source = Bun.file(file);
  if (!(await source.exists())) throw new StartError(`There is no file ${file}.`);
  const foreign = `${file} is not a backup of this product; nothing was changed.`;
  // The engine prints its own errors for files that are not gzip.
  const [first, second] = await source.slice(0, 2).bytes();
  if (first !== 0x1f || second !== 0x8b) throw new StartError(foreign);
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
  const listFile = toListFile(config);
  if (existsSync(folder)) await completeList(folder, listFile);
  const secret = await loadSecretKey(config);
  const report = await finishRestore({ db: database.db, secret }, (await readList(listFile)) ?? []);
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
});

// The server appends once a minute, so a killed server's last entries are only in its database.
async function completeList(folder: string, file: string): Promise<void> {
  let replaced: OpenDatabase | undefined;
  try {
    replaced = await openEmbedded(folder);
    await createListWriter(replaced.db, file)();
  } catch {
    console.log('The database that is replaced cannot be read: the last minute may be missing in the list.');
  } finally {
    await replaced?.close().catch(() => {});
  }
}
