// Run after pg_restore, before the server starts (docs/operations.md, "Backup and restore").

import { finishRestore } from '#api/accounts/own-account/after-restore.ts';
import { readList, toListFile } from '#api/accounts/own-account/restore-list.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';
import { toRestoreLines } from '../operator/restore.ts';

const { values } = readArguments('npm run ops -- after-restore [--without-list]', {
  options: { 'without-list': { type: 'boolean', default: false } },
});

await withDatabase(async ({ db }, config) => {
  const file = toListFile(config);
  const list = await readList(file);
  if (!list && !values['without-list']) {
    // A missing list would silently reactivate suspended accounts.
    throw new StartError(`There is no list ${file}. Put a copy of it there, or say --without-list.`);
  }
  const secret = await loadSecretKey(config);
  for (const line of toRestoreLines(await finishRestore({ db, secret }, list ?? []))) console.log(line);
});
