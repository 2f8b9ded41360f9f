import { eq, or } from 'drizzle-orm';
import type { CurriculumFile, CurriculumSheet } from '../../contract/curriculum-files.ts';
import { isUnchanged } from '../../contract/curriculum-words.ts';
import { LEAGUE_ERRORS } from '../../contract/leagues.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import { leagues } from '../../db/schema/curriculum.ts';
import { ApiError } from '../../errors.ts';
import { lockLeagues } from '../../learning/recount.ts';
import { createId } from '../../secrets.ts';
import { fromFiles } from './from-files.ts';
import { prepareImport } from './prepare.ts';
import { importFiles, readFiles, recordImport } from './service.ts';

const OPERATOR = { mayChangeLeague: true, mayChangeAssignment: true };

/** The id of the league that has this name or id. Throws LEAGUE_NOT_FOUND. */
export async function findLeagueId(db: Database, nameOrId: string): Promise<string> {
  const rows = await db
    .select({ id: leagues.id })
    .from(leagues)
    .where(or(eq(leagues.id, nameOrId), eq(leagues.name, nameOrId)));
  const row = rows.find(({ id }) => id === nameOrId) ?? rows[0];
  if (!row) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
  return row.id;
}

interface OperatorImport {
  files: readonly CurriculumFile[];
  /** A league that gets everything as new things; null takes the league the files name, which is made when it is gone. */
  copyInto: string | null;
  /** False works out the sheet and writes nothing. */
  apply: boolean;
  acceptLoss: boolean;
}

/**
 * The import of the command line: with every right, for nobody signed in. Answers the sheet, and the files with their
 * ids once they are applied. Throws CURRICULUM_FILES_INVALID, CURRICULUM_LOSS_UNCONFIRMED, LEAGUE_NOT_FOUND.
 */
export async function importAsOperator(
  db: Database,
  { files, copyInto, apply, acceptLoss }: OperatorImport,
): Promise<{ sheet: CurriculumSheet; files: CurriculumFile[] | null }> {
  const asNew = copyInto !== null;
  const leagueId = asNew ? await findLeagueId(db, copyInto) : (fromFiles(files).leagueId ?? createId());
  const request = { leagueId, files, asNew, rights: OPERATOR };
  const sheet = await inTransaction(db, async (tx) => {
    await lockLeagues(tx, [leagueId]);
    const prepared = await prepareImport(tx, request);
    if (!apply || isUnchanged(prepared.sheet.counts)) return prepared.sheet;
    const { fingerprint } = prepared.sheet;
    await recordImport(tx, leagueId, await importFiles(tx, request, { fingerprint, acceptLoss }), {
      actorId: null,
    });
    return prepared.sheet;
  });
  return { sheet, files: apply ? (await readFiles(db, leagueId)).files : null };
}
