import { recordAudit } from '../../audit.ts';
import { type Actor, requireScope } from '../../auth/actor.ts';
import {
  type AppliedCurriculum,
  type ApplyCurriculumBody,
  CURRICULUM_FILES_ERRORS,
  type CurriculumFile,
  type CurriculumSheet,
  type PreviewCurriculumBody,
} from '../../contract/curriculum-files.ts';
import { isUnchanged } from '../../contract/curriculum-words.ts';
import { LEAGUE_ERRORS } from '../../contract/leagues.ts';
import { type Database, inTransaction } from '../../db/client.ts';
import type { Caller } from '../../endpoint.ts';
import { ApiError } from '../../errors.ts';
import { writeOnce } from '../../write-once.ts';
import { lockLeagues } from '../locks.ts';
import type { Rights } from './admit.ts';
import { loadLeague } from './load.ts';
import { type ImportRequest, type Prepared, prepareImport } from './prepare.ts';
import { shareLeague } from './share.ts';
import { toFiles, toSlug } from './to-files.ts';
import { writePlan } from './write.ts';

/** The files of a league, and the name of the folder they go into. Throws LEAGUE_NOT_FOUND. */
export async function readFiles(
  db: Database,
  leagueId: string,
): Promise<{ folder: string; files: CurriculumFile[] }> {
  return inTransaction(db, async (tx) => {
    await shareLeague(tx, leagueId);
    const league = await loadLeague(tx, leagueId);
    if (!league) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
    return { folder: toSlug(league.name, 'league'), files: toFiles(league) };
  });
}

/** What an import would do. Throws LEAGUE_NOT_FOUND, CURRICULUM_FILES_INVALID and the scope's refusals. */
export async function previewFiles(
  db: Database,
  actor: Actor,
  leagueId: string,
  { files, asNew = false }: PreviewCurriculumBody,
): Promise<CurriculumSheet> {
  return inTransaction(db, async (tx) => {
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    await shareLeague(tx, leagueId);
    return (await prepareImport(tx, { leagueId, files, asNew, rights: rightsOf(actor) })).sheet;
  });
}

/**
 * Imports files as their sheet said, all or nothing, once for each Idempotency-Key. Throws LEAGUE_NOT_FOUND,
 * CURRICULUM_FILES_INVALID, CURRICULUM_CHANGED and CURRICULUM_LOSS_UNCONFIRMED with the sheet, and the scope's refusals.
 */
export async function applyFiles(
  db: Database,
  actor: Actor,
  leagueId: string,
  { files, asNew = false, fingerprint, acceptLoss = false }: ApplyCurriculumBody,
  caller: Caller,
): Promise<AppliedCurriculum> {
  const { counts } = await writeOnce(db, actor.id, caller, async (tx) => {
    await lockLeagues(tx, [leagueId]);
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    const request = { leagueId, files, asNew, rights: rightsOf(actor) };
    const prepared = await importFiles(tx, request, { fingerprint, acceptLoss });
    if (!isUnchanged(prepared.sheet.counts)) {
      await recordImport(tx, leagueId, prepared, { actorId: actor.id, caller });
    }
    return { counts: prepared.sheet.counts };
  });
  return { counts, files: (await readFiles(db, leagueId)).files };
}

/** Prepares and writes under the league's lock. Throws as `applyFiles` does. */
export async function importFiles(
  tx: Database,
  request: ImportRequest,
  { fingerprint, acceptLoss }: { fingerprint: string; acceptLoss: boolean },
): Promise<Prepared> {
  const prepared = await prepareImport(tx, request);
  const { sheet } = prepared;
  if (sheet.fingerprint !== fingerprint) {
    throw new ApiError(CURRICULUM_FILES_ERRORS.CURRICULUM_CHANGED, { extras: { sheet } });
  }
  if (sheet.needsConfirmation && !acceptLoss) {
    throw new ApiError(CURRICULUM_FILES_ERRORS.CURRICULUM_LOSS_UNCONFIRMED, { extras: { sheet } });
  }
  if (!isUnchanged(sheet.counts)) await writePlan(tx, request.leagueId, prepared);
  return prepared;
}

/** One entry for the whole import: what came, changed, moved and went, and what learners lost by it. */
export async function recordImport(
  tx: Database,
  leagueId: string,
  { sheet, plan }: Prepared,
  by: { actorId: string | null; caller?: Caller },
): Promise<void> {
  const { same: _, ...counts } = sheet.counts;
  const { completions, notes, marks, touched } = sheet.learners;
  await recordAudit(tx, {
    ...by,
    action: 'LEAGUE_FILES_IMPORTED',
    metadata: {
      leagueId,
      name: sheet.league.name,
      ...counts,
      ...(touched > 0 ? { learnersConcerned: touched, completions, notes, marks } : {}),
      ...(plan.leagueFields.length > 0
        ? {
            changes: Object.fromEntries(
              plan.leagueFields.map(({ field, from, to }) => [field, { from, to }]),
            ),
          }
        : {}),
    },
  });
}

function rightsOf(actor: Actor): Rights {
  const mayChangeLeague = actor.role === 'GRAND_PATHFINDER';
  return { mayChangeLeague, mayChangeAssignment: mayChangeLeague || actor.role === 'CHIEF_PATHFINDER' };
}
