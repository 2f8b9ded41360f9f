import { sql } from 'drizzle-orm';
import {
  type AppliedLeagueFiles,
  type ApplyLeagueFilesBody,
  type ChangeCounts,
  LEAGUE_FILES_ERRORS,
  type LeagueFile,
  type LeagueFilesPreview,
  type PreviewLeagueFilesBody,
} from '#contract/league-files.ts';
import { isUnchanged } from '#contract/league-files-text.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { toSlug } from '#contract/slug.ts';
import { type Actor, requireScope } from '../../platform/access/actor.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import { raiseCurriculumVersion } from '../../platform/db/curriculum-version.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { applyChangeOnce, type PreviewedChange } from '../../platform/http/preview-apply.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { lockLeagues } from '../places.ts';
import { loadLeague } from './load.ts';
import { type ImportRequest, type Prepared, prepareImport } from './prepare.ts';
import { toFiles } from './to-files.ts';
import type { Rights } from './validate.ts';
import { writePlan } from './write.ts';

export async function readFiles(
  db: Database,
  leagueId: string,
): Promise<{ folder: string; files: LeagueFile[] }> {
  return inTransaction(db, async (tx) => {
    await shareLeague(tx, leagueId);
    const league = await loadLeague(tx, leagueId);
    if (!league) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
    return { folder: toSlug(league.name, 'league'), files: toFiles(league) };
  });
}

/** Throws LEAGUE_NOT_FOUND, CURRICULUM_FILES_INVALID, PERMISSION_MISSING. */
export async function previewFiles(
  db: Database,
  actor: Actor,
  leagueId: string,
  { files, asNew = false }: PreviewLeagueFilesBody,
): Promise<LeagueFilesPreview> {
  return inTransaction(db, async (tx) => {
    await requireScope(tx, actor, leagueId, 'canCreateContent');
    await shareLeague(tx, leagueId);
    return (await prepareImport(tx, { leagueId, files, asNew, rights: rightsOf(actor) })).preview;
  });
}

/**
 * Writes once per Idempotency-Key. Throws LEAGUE_NOT_FOUND, CURRICULUM_FILES_INVALID, CURRICULUM_CHANGED or
 * CURRICULUM_LOSS_UNCONFIRMED.
 */
export async function applyFiles(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  leagueId: string,
  { files, asNew = false, fingerprint, acceptLoss = false }: ApplyLeagueFilesBody,
  requestInfo: RequestInfo,
): Promise<AppliedLeagueFiles> {
  const request = {
    leagueId,
    files,
    asNew,
    // A getter, because the actor's role may be lowered before the account is locked.
    get rights() {
      return rightsOf(actor);
    },
  };
  const { counts } = await applyChangeOnce(db, { userId: actor.id, requestInfo }, fingerprint, {
    ...toChange(request, { acceptLoss, timeZone: config.TIME_ZONE, actorId: actor.id, requestInfo }),
    lock: async (tx) => {
      await lockLeagues(tx, [leagueId]);
      await requireScope(tx, actor, leagueId, 'canCreateContent');
    },
  });
  return { counts, files: (await readFiles(db, leagueId)).files };
}

interface ImportedBy {
  acceptLoss: boolean;
  timeZone: string;
  actorId: string | null;
  requestInfo?: RequestInfo;
}

/** The caller locks the league. */
export function toChange(
  request: ImportRequest,
  { acceptLoss, timeZone, ...by }: ImportedBy,
): Omit<PreviewedChange<Prepared, { counts: ChangeCounts }>, 'lock'> {
  return {
    prepare: (tx) => prepareImport(tx, request),
    toChanged: ({ preview }) =>
      new ApiError(LEAGUE_FILES_ERRORS.CURRICULUM_CHANGED, { extras: { sheet: preview } }),
    check: ({ preview }) => {
      if (!preview.needsConfirmation || acceptLoss) return;
      throw new ApiError(LEAGUE_FILES_ERRORS.CURRICULUM_LOSS_UNCONFIRMED, { extras: { sheet: preview } });
    },
    write: async (tx, prepared) => {
      const { counts } = prepared.preview;
      if (isUnchanged(counts)) return { counts };
      await writePlan(tx, request.leagueId, prepared, timeZone);
      await recordImport(tx, request.leagueId, prepared, by);
      await raiseCurriculumVersion(tx);
      return { counts };
    },
  };
}

async function recordImport(
  tx: Database,
  leagueId: string,
  { preview, plan }: Prepared,
  by: Omit<ImportedBy, 'acceptLoss' | 'timeZone'>,
): Promise<void> {
  const { same: _, ...counts } = preview.counts;
  const { completions, notes, marks, touched } = preview.learners;
  const changes = Object.fromEntries(plan.leagueFields.map(({ field, from, to }) => [field, { from, to }]));
  await recordAudit(tx, {
    ...by,
    action: 'LEAGUE_FILES_IMPORTED',
    metadata: {
      leagueId,
      name: preview.league.name,
      ...counts,
      ...(touched > 0 ? { learnersConcerned: touched, completions, notes, marks } : {}),
      ...(plan.leagueFields.length > 0 ? { changes } : {}),
    },
  });
}

function rightsOf(actor: Actor): Rights {
  const mayChangeLeague = actor.role === 'GRAND_PATHFINDER';
  return { mayChangeLeague, mayChangeAssignment: mayChangeLeague || actor.role === 'CHIEF_PATHFINDER' };
}

// Blocks curriculum writes, but not ticks, which take the same shared lock.
export async function shareLeague(tx: Database, leagueId: string): Promise<void> {
  await tx.execute(sql`select id from leagues where id = ${leagueId} for share`);
}
