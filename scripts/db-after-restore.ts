// To be run on a PostgreSQL database that pg_restore brought back, before the server starts: ends all sessions and takes
// away again what was taken away since. May be run again, with a journal that turned up later or after a run that failed.
// Usage: bun scripts/db-after-restore.ts --replay <file of db:journal>
//        bun scripts/db-after-restore.ts --without-journal
import { StartError } from '#api/process/start-error.ts';
import { findLastEntry } from '#api/restore/journal.ts';
import { finishRestore } from '#api/restore/replay.ts';
import { readArguments } from './operator/arguments.ts';
import { withDatabase } from './operator/database.ts';
import { readJournalFile, toRestoreLines } from './operator/restore.ts';

const USAGE = 'npm run db:after-restore -- --replay <journal>, or --without-journal where there is none.';
const { values } = readArguments(USAGE, {
  options: { replay: { type: 'string' }, 'without-journal': { type: 'boolean', default: false } },
});

await withDatabase(async ({ db }) => {
  if (values['without-journal'] === (values.replay !== undefined)) {
    // Who forgets the journal must not learn from the next sign-in that a suspended account is back.
    throw new StartError(`Usage: ${USAGE}`);
  }
  const journal = values.replay === undefined ? null : await readJournalFile(values.replay);
  const last = await findLastEntry(db);
  for (const line of toRestoreLines(await finishRestore(db, journal))) console.log(line);
  if (!journal) {
    console.log(
      `Nothing is known of what happened after the backup; its log ends ${last ?? 'before it began'}.`,
    );
    console.log(
      'Accounts that were suspended or deleted since are back: suspend and delete them again, or run',
    );
    console.log('this once more with --replay when a journal turns up.');
  }
});
