import { type CreateLeagueBody, LEAGUE_ERRORS, type League } from '#contract/leagues.ts';
import { recordChange } from '../../platform/audit/record-change.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { runIdempotent } from '../../platform/http/idempotency.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { compareLeagues } from '../files/compare.ts';
import { loadLeague } from '../files/load.ts';
import { toCopy } from '../files/prepare.ts';
import { assignIds } from '../files/rows.ts';
import { shareLeague } from '../files/service.ts';
import { writePlan } from '../files/write.ts';
import { insertLeague, readLeague, refuseTakenName } from './service.ts';

/**
 * Leaves out people, badges and the due date of the assignment, which belong to the cohort before. Throws
 * LEAGUE_NOT_FOUND, COHORT_NOT_FOUND, LEAGUE_NAME_TAKEN.
 */
export async function copyLeague(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  by: ActorAndRequest,
  id: string,
  body: CreateLeagueBody,
): Promise<League> {
  return refuseTakenName(() =>
    runIdempotent(db, by.actor.id, by.requestInfo, async (tx) => {
      await shareLeague(tx, id);
      const source = await loadLeague(tx, id);
      if (!source) throw new ApiError(LEAGUE_ERRORS.LEAGUE_NOT_FOUND);
      const leagueId = await insertLeague(tx, body);
      const before = { ...source, id: leagueId, assignment: null, weeks: [] };
      const after = toCopy(before, source);
      if (after.assignment) after.assignment.dueDate = null;
      const newIds = assignIds(after);
      const plan = compareLeagues(before, after, { newIds, fileOf: new Map() });
      await writePlan(tx, leagueId, { plan, after, newIds }, config.TIME_ZONE);
      const { name, cohortId } = body;
      await recordChange(tx, by, 'LEAGUE_CREATED', { leagueId, name, cohortId, copiedFrom: id });
      return readLeague(tx, leagueId);
    }),
  );
}
