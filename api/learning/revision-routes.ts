import * as historyCalls from '#contract/history.ts';
import * as calls from '#contract/revision.ts';
import { readPage } from '#contract/shared.ts';
import type { Guard } from '../platform/access/guard.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { readHistory } from './history.ts';
import { unmarkForRevision } from './progress/change-progress.ts';
import { undoChange } from './progress/undo.ts';
import { pauseRevision, readRevision, reviewResource, undoReview } from './revision.ts';
import { type LeagueAccess, ownLeagueAccess, requireTracking } from './tracking.ts';

export function revisionRoutes(router: ApiRouter): void {
  const { db, secret, config } = router.deps;
  const deps = { db, timeZone: config.TIME_ZONE };
  const tracksResource: Guard<{ resourceId: string }, LeagueAccess | null> = ({ actor, params, own }) =>
    requireTracking(actor, { resourceId: params.resourceId }, own);

  router.serve(calls.getRevision, ({ actor, query }) => {
    const { page, limit } = readPage(query, calls.REVISION_SESSION_SIZE);
    return readRevision(deps, actor.id, { page, limit: limit ?? calls.REVISION_SESSION_SIZE });
  });
  router.serve(
    calls.reviewResource,
    ({ actor, params, body, requestInfo }) =>
      reviewResource(deps, { actor, requestInfo, resourceId: params.resourceId, ...body }),
    tracksResource,
    ownLeagueAccess('resourceId'),
  );
  router.serve(calls.undoReview, ({ actor, params, requestInfo }) =>
    undoReview(deps, { actor, requestInfo, reviewId: params.reviewId }),
  );
  router.serve(calls.pauseRevision, ({ actor, body, requestInfo }) =>
    pauseRevision(deps, { actor, requestInfo, isPaused: body.isPaused }),
  );
  router.serve(
    calls.unmarkForRevision,
    ({ actor, params, requestInfo }) =>
      unmarkForRevision({ db, secret }, { actor, requestInfo, resourceId: params.resourceId }),
    tracksResource,
    ownLeagueAccess('resourceId'),
  );
  router.serve(historyCalls.listHistory, ({ actor, query }) => readHistory(db, actor.id, query));
  router.serve(historyCalls.undoChange, ({ actor, params, requestInfo }) =>
    undoChange({ db, secret }, { actor, requestInfo, changeId: params.changeId }),
  );
}
