// Copies the embedded database of a stopped server into one file.
import { existsSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startEngine } from '#api/platform/db/embedded.ts';
import { embeddedFolder } from '#api/platform/db/open.ts';
import { lockDataFolder } from '#api/platform/process/data-lock.ts';
import { isDiskFull, toDiskFullError } from '#api/platform/process/disk.ts';
import { makePrivate } from '#api/platform/process/private-files.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { orFail } from '../operator/database.ts';
import { readEmbeddedConfig, readFileArgument } from '../operator/embedded.ts';

const file = readFileArgument('npm run ops -- backup <file.tar.gz>');

await orFail(async () => {
  const config = readEmbeddedConfig();
  const folder = embeddedFolder(config);
  if (!existsSync(folder)) throw new StartError(`There is no embedded database in ${config.DATA_DIR}.`);
  if (existsSync(file) && statSync(file).isDirectory()) {
    throw new StartError(`${file} is a folder: name a file in it.`);
  }
  const lock = lockDataFolder(config.DATA_DIR);
  const engine = await startEngine(folder);
  const part = `${file}.part`;
  // An old partial file may be readable by others.
  await rm(part, { force: true });
  const bytes = await Bun.write(part, await engine.dumpDataDir('gzip')).catch(async (error) => {
    await rm(part, { force: true });
    throw isDiskFull(error) ? toDiskFullError(resolve(file)) : error;
  });
  makePrivate(part);
  await engine.close();
  lock.release();
  await rename(part, file);
  console.log(
    `Wrote ${resolve(file)} (${(bytes / 1024 / 1024).toFixed(1)} MB). The secret key is not in it.`,
  );
});
