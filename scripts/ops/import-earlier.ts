// Imports a community from the earlier product's database in one transaction (docs/moving-in.md).
import { parseArgs } from 'node:util';
import { endEarlierPasswords } from '#api/move-in/accounts.ts';
import { requireEarlier } from '#api/move-in/earlier.ts';
import { moveIn } from '#api/move-in/move-in.ts';
import type { OpenDatabase } from '#api/platform/db/client.ts';
import { openServer } from '#api/platform/db/open.ts';
import { type Config, parseEnv } from '#api/platform/process/env.ts';
import { findAddressProblem } from '#api/platform/process/postgres-address.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { orFail, withDatabase } from '../operator/database.ts';
import { toMoveLines, writeMoveFiles } from '../operator/moving-in.ts';

const USAGE =
  'Usage: EARLIER_DATABASE_URL=postgres://… npm run ops -- import-earlier [--dry-run] [--report folder], or -- --end-passwords';

let asked = { from: '', isDryRun: false, folder: '', endsPasswords: false };
// Runs before the target database is opened or created.
await orFail(async () => {
  asked = readArguments();
  if (asked.endsPasswords) return;
  const source = await openSource(asked.from, parseEnv(process.env));
  await requireEarlier(source.db).finally(() => source.close());
});
await withDatabase(
  async ({ db }, config) => {
    const { from, isDryRun, folder, endsPasswords } = asked;
    if (endsPasswords) {
      console.log(`${await endEarlierPasswords(db)} accounts set a password by mail from now on.`);
      return;
    }
    const source = await openSource(from, config);
    const startedAt = performance.now();
    const say = (line: string) =>
      console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}`);
    try {
      const report = await moveIn(
        { source: source.db, target: db },
        { isDryRun, say, timeZone: config.TIME_ZONE },
      );
      await writeMoveFiles(folder, report);
      for (const line of toMoveLines(report, { isDryRun, folder })) console.log(line);
    } finally {
      await source.close();
    }
  },
  { isMade: true },
);

/** Does not wait for an unreachable server. */
function openSource(from: string, { UNENCRYPTED_HOSTS }: Config): Promise<OpenDatabase> {
  return openServer(
    'EARLIER_DATABASE_URL',
    from,
    { DATABASE_POOL_SIZE: 1, UNENCRYPTED_HOSTS },
    { patienceMs: 0 },
  );
}

function readArguments(): typeof asked {
  const { report, ...rest } = parseOptions();
  // The URL contains a password, and other users can read process arguments.
  const from = rest['end-passwords'] ? '' : (process.env.EARLIER_DATABASE_URL ?? '');
  if ((from === '') !== rest['end-passwords']) throw new StartError(USAGE);
  const problem = from && findAddressProblem(from);
  if (problem) throw new StartError(`EARLIER_DATABASE_URL: ${problem}. ${USAGE}`);
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  return {
    from,
    isDryRun: rest['dry-run'],
    folder: report ?? `moved-in-${day}`,
    endsPasswords: rest['end-passwords'],
  };
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
        'end-passwords': { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    throw new StartError(USAGE);
  }
}
