// Import prints changes unless --apply is given; export keeps changed files unless --overwrite is given.
import { join } from 'node:path';
import { findLeagueId, importAsOperator } from '#api/curriculum/files/operator.ts';
import { readFiles } from '#api/curriculum/files/service.ts';
import type { Database } from '#api/platform/db/client.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { isUnchanged } from '#contract/league-files-text.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';
import { readFolder, requireNothingLost, writeFolder } from '../operator/league-folder.ts';
import { toLines, toProblemLines } from '../operator/league-preview.ts';

const USAGE = `npm run ops -- league-files export <league name or id> <folder> [--overwrite]
       npm run ops -- league-files import <folder> [--apply] [--accept-loss] [--copy-into <league name or id>]`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    apply: { type: 'boolean', default: false },
    'accept-loss': { type: 'boolean', default: false },
    'copy-into': { type: 'string' },
    overwrite: { type: 'boolean', default: false },
  },
});

await withDatabase(async ({ db }, { TIME_ZONE }) => {
  try {
    const [command, ...rest] = positionals;
    if (command === 'export' && rest.length === 2) await exportLeague(db, rest[0] ?? '', rest[1] ?? '');
    else if (command === 'import' && rest.length === 1) await importFolder(db, rest[0] ?? '', TIME_ZONE);
    else throw new StartError(`Usage: ${USAGE}`);
  } catch (error) {
    const lines = toProblemLines(error);
    if (lines) for (const line of lines) console.log(line);
    throw error;
  }
});

async function exportLeague(db: Database, league: string, folder: string): Promise<void> {
  const { files } = await readFiles(db, await findLeagueId(db, league));
  if (!values.overwrite) await requireNothingLost(folder, files);
  await writeFolder(folder, files);
  console.log(`${files.length} files in ${folder}`);
}

async function importFolder(db: Database, folder: string, timeZone: string): Promise<void> {
  const copyInto = values['copy-into'] ?? null;
  const files = await readFolder(folder);
  const asked = { files, copyInto, timeZone, acceptLoss: values['accept-loss'] };
  const { preview } = await importAsOperator(db, { ...asked, apply: false });
  for (const line of toLines(preview)) console.log(line);
  if (isUnchanged(preview.counts)) return console.log('Nothing to import.');
  if (!values.apply) return console.log('Nothing was written. Add --apply to import this.');
  if (preview.needsConfirmation && !values['accept-loss']) {
    throw new StartError(
      'Modules with topics or records of learners would go. Add --accept-loss if that is meant.',
    );
  }
  const applied = await importAsOperator(db, { ...asked, apply: true });
  if (applied.files && copyInto === null) {
    await writeFolder(join(folder, applied.root), applied.files);
  }
  console.log(`Imported: ${preview.league.name}`);
}
