import { countDeletion, DELETION_KINDS, type DeletionKind } from '#contract/deletions.ts';
import { ERRORS } from '#contract/errors.ts';
import { guardPath, LEAGUE_FINDERS } from '../../platform/access/league-scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import * as service from './service.ts';

export function deletionRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  router.serve(
    countDeletion,
    ({ params }) => service.countDeletion(db, readKind(params.kind), params.id),
    (asked) => guardPath(db, LEAGUE_FINDERS[readKind(asked.params.kind)])(asked),
  );
}

function readKind(given: string): DeletionKind {
  const kind = DELETION_KINDS.find((known) => known === given);
  if (!kind) throw new ApiError(ERRORS.ROUTE_NOT_FOUND);
  return kind;
}
