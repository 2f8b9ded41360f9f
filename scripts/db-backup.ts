// Writes a copy of the embedded database to one file. The server must be stopped: its lock is taken meanwhile.
// Usage: bun scripts/db-backup.ts <file.tar.gz>
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { lockDataFolder } from '#api/data-lock.ts';
import { embeddedFolder } from '#api/db/open.ts';
import { StartError } from '#api/start-error.ts';
import { orFail } from './operator/database.ts';
import { readEmbeddedConfig, readFileArgument } from './operator/embedded.ts';

await orFail(async () => {
  const file = readFileArgument('npm run db:backup -- <file.tar.gz>');
  const config = readEmbeddedConfig();
  const folder = embeddedFolder(config);
  if (!existsSync(folder)) throw new StartError(`There is no embedded database in ${config.DATA_DIR}.`);
  const lock = lockDataFolder(config.DATA_DIR);
  const engine = await PGlite.create(folder);
  const bytes = await Bun.write(`${file}.part`, await engine.dumpDataDir('gzip'));
  await engine.close();
  lock.release();
  await rename(`${file}.part`, file);
  console.log(`Wrote ${file} (${(bytes / 1024 / 1024).toFixed(1)} MB). The secret key is not in it.`);
});
