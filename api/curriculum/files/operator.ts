import { eq, or } from 'drizzle-orm';
import type { LeagueFile, LeagueFilesPreview } from '#contract/league-files.ts';
import { isUnchanged } from '#contract/league-files-text.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { lockLeagues } from '../../learning/recount.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { leagues } from '../../platform/db/schema/curriculum.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { applyChange } from '../../platform/http/preview-apply.ts';
import { createId } from '../../platform/process/secrets.ts';
import { fromFiles } from './from-files.ts';
import { readFiles, toChange } from './service.ts';

const OPERATOR = { mayChangeLeague: true, mayChangeAssignment: true };

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
  files: readonly LeagueFile[];
  /** Adds everything to this league under new ids; null updates or creates the league that the files name. */
  copyInto: string | null;
  apply: boolean;
  acceptLoss: boolean;
  timeZone: string;
}

/**
 * Returns the preview, after applying also the files with their ids, and the folder of league.json. Throws
 * CURRICULUM_FILES_INVALID, CURRICULUM_LOSS_UNCONFIRMED, LEAGUE_NOT_FOUND.
 */
export async function importAsOperator(
  db: Database,
  { files, copyInto, apply, acceptLoss, timeZone }: OperatorImport,
): Promise<{ preview: LeagueFilesPreview; files: LeagueFile[] | null; root: string }> {
  const asNew = copyInto !== null;
  const { leagueId: named, root } = fromFiles(files);
  const leagueId = asNew ? await findLeagueId(db, copyInto) : (named ?? createId());
  const request = { leagueId, files, asNew, rights: OPERATOR };
  const change = {
    ...toChange(request, { acceptLoss, timeZone, actorId: null }),
    lock: (tx: Database) => lockLeagues(tx, [leagueId]),
  };
  const preview = await inTransaction(db, async (tx) => {
    await change.lock(tx);
    const { preview: shown, fingerprint } = await change.prepare(tx);
    if (apply && !isUnchanged(shown.counts)) await applyChange(tx, fingerprint, change);
    return shown;
  });
  return { preview, root, files: apply ? (await readFiles(db, leagueId)).files : null };
}
