// Brings a community from the database of the earlier product, all of it or nothing (docs/moving-in.md).
// Usage: bun scripts/import-earlier.ts --from postgres://… [--dry-run] [--report folder], or --end-passwords
import { parseArgs } from 'node:util';
import { openPostgres } from '#api/db/client.ts';
import { endEarlierPasswords } from '#api/move-in/accounts.ts';
import { moveIn } from '#api/move-in/move-in.ts';
import { StartError } from '#api/process/start-error.ts';
import { orFail, withDatabase } from './operator/database.ts';
import { toMoveLines, writeMoveFiles } from './operator/moving-in.ts';

const USAGE =
  'Usage: npm run import:earlier -- --from postgres://… [--dry-run] [--report folder], or -- --end-passwords';

let asked = { from: '', isDryRun: false, folder: '', endsPasswords: false };
// Asked before the database is touched at all.
await orFail(async () => {
  asked = readArguments();
});
await withDatabase(
  async ({ db }, { UNENCRYPTED_HOSTS }) => {
    const { from, isDryRun, folder, endsPasswords } = asked;
    if (endsPasswords) {
      console.log(`${await endEarlierPasswords(db)} accounts set a password by mail from now on.`);
      return;
    }
    const source = openPostgres({ url: from, poolSize: 1, unencryptedHosts: UNENCRYPTED_HOSTS });
    const startedAt = performance.now();
    const say = (line: string) =>
      console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
    try {
      const report = await moveIn({ source: source.db, target: db }, { isDryRun, say });
      await writeMoveFiles(folder, report);
      for (const line of toMoveLines(report, { isDryRun, folder })) console.log(line);
    } finally {
      await source.close();
    }
  },
  { isMade: true },
);

function readArguments(): typeof asked {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
        'end-passwords': { type: 'boolean', default: false },
      },
    });
    const { from = '', report, 'dry-run': isDryRun, 'end-passwords': endsPasswords } = values;
    const day = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const isFrom = /^postgres(ql)?:\/\//.test(from);
    if (isFrom !== endsPasswords)
      return { from, isDryRun, folder: report ?? `moved-in-${day}`, endsPasswords };
  } catch {
    // An option that does not exist, or one without its value.
  }
  throw new StartError(USAGE);
}
