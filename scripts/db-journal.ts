// Writes what was taken away from accounts, or given, as the audit log tells it: ids alone. A restore replays it.
// Usage: bun scripts/db-journal.ts <file>
import { resolve } from 'node:path';
import { readJournal } from '#api/restore/journal.ts';
import { withDatabase } from './operator/database.ts';
import { readFileArgument } from './operator/embedded.ts';
import { writeJournalFile } from './operator/restore.ts';

const file = readFileArgument('npm run db:journal -- <file>');

await withDatabase(async ({ db }) => {
  const entries = await readJournal(db);
  await writeJournalFile(file, entries);
  console.log(`Wrote ${entries.length} entries to ${resolve(file)}.`);
});
