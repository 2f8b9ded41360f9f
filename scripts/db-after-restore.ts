// To be run on a PostgreSQL database that pg_restore brought back, before the server starts: ends all sessions and takes
// away again what was taken away since. Usage: bun scripts/db-after-restore.ts [--replay <file of db:journal>]
import { parseArgs } from 'node:util';
import { findUnknownSince, finishRestore } from '#api/restore/replay.ts';
import { withDatabase } from './operator/database.ts';
import { readJournalFile, toRestoreLines } from './operator/restore.ts';

await withDatabase(async ({ db }) => {
  const { values } = parseArgs({ options: { replay: { type: 'string' } } });
  const since = await findUnknownSince(db);
  const journal = values.replay ? await readJournalFile(values.replay) : [];
  const unknown = journal.filter(({ at }) => since === null || at >= since);
  for (const line of toRestoreLines(await finishRestore(db, unknown))) console.log(line);
  if (!values.replay) {
    console.log(
      `Nothing is known of what happened after ${since ?? 'the beginning'}: --replay takes a journal.`,
    );
  }
});
