// Brings an embedded database back from a file of db-backup. What is there is kept aside, never overwritten.
// Usage: bun scripts/db-restore.ts <file.tar.gz>
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { embeddedFolder } from '#api/db/open.ts';
import { lockDataFolder } from '#api/process/data-lock.ts';
import { makePrivate } from '#api/process/private-files.ts';
import { StartError } from '#api/process/start-error.ts';
import { orFail } from './operator/database.ts';
import { readEmbeddedConfig, readFileArgument } from './operator/embedded.ts';

await orFail(async () => {
  const file = readFileArgument('npm run db:restore -- <file.tar.gz>');
  const config = readEmbeddedConfig();
  const folder = embeddedFolder(config);
  const source = Bun.file(file);
  if (!(await source.exists())) throw new StartError(`There is no file ${file}.`);
  const lock = lockDataFolder(config.DATA_DIR);
  const restored = `${folder}.restored`;
  await rm(restored, { recursive: true, force: true });
  try {
    const engine = await PGlite.create({ dataDir: restored, loadDataDir: source });
    await engine.query('select count(*) from schema_migrations');
    await engine.close();
  } catch {
    await rm(restored, { recursive: true, force: true });
    throw new StartError(`${file} is not a backup of this product; nothing was changed.`);
  }
  makePrivate(restored);
  if (existsSync(folder)) {
    const aside = `${folder}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await rename(folder, aside);
    console.log(`The database that was there is kept in ${aside}.`);
  }
  await rename(restored, folder);
  lock.release();
  console.log(`Restored ${file} to ${folder}.`);
});
