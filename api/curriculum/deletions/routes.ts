import { countDeletion, DELETION_KINDS, type DeletionKind } from '#contract/deletions.ts';
import { ERRORS } from '#contract/errors.ts';
import { LEAGUE_ERRORS } from '#contract/leagues.ts';
import { RESOURCE_ERRORS } from '#contract/resources.ts';
import { SECTION_ERRORS } from '#contract/sections.ts';
import { WEEK_ERRORS } from '#contract/weeks.ts';
import {
  findLeague,
  findLeagueOfResource,
  findLeagueOfSection,
  findLeagueOfWeek,
  guardPath,
} from '../../platform/access/league-scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function deletionRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guards = {
    leagues: guardPath(db, findLeague, LEAGUE_ERRORS.LEAGUE_NOT_FOUND),
    weeks: guardPath(db, findLeagueOfWeek, WEEK_ERRORS.WEEK_NOT_FOUND),
    sections: guardPath(db, findLeagueOfSection, SECTION_ERRORS.SECTION_NOT_FOUND),
    resources: guardPath(db, findLeagueOfResource, RESOURCE_ERRORS.RESOURCE_NOT_FOUND),
  };
  router.serve(
    countDeletion,
    ({ params }) => service.countDeletion(db, readKind(params.kind), params.id),
    (asked) => guards[readKind(asked.params.kind)](asked),
  );
}

function readKind(given: string): DeletionKind {
  const kind = DELETION_KINDS.find((known) => known === given);
  if (!kind) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
  return kind;
}
