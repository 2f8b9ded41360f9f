import * as historyCalls from '#contract/history.ts';
import * as calls from '#contract/revision.ts';
import { readPage } from '#contract/shared.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { readHistory } from './history.ts';
import { unmarkForRevision } from './progress/change-progress.ts';
import { undoChange } from './progress/undo.ts';
import { pauseRevision, readRevision, reviewResource, undoReview } from './revision.ts';
import { serveTracked } from './tracking.ts';

export function revisionRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  const deps = { db, timeZone: config.TIME_ZONE };

  router.serve(calls.getRevision, ({ actor, query }) =>
    readRevision(deps, actor.id, readPage(query, calls.REVISION_SESSION_SIZE)),
  );
  serveTracked(router, calls.reviewResource, ({ params, body, ...by }) =>
    reviewResource(deps, { ...by, ...params, ...body }),
  );
  router.serve(calls.undoReview, ({ params, ...by }) => undoReview(deps, { ...by, ...params }));
  router.serve(calls.pauseRevision, ({ body, ...by }) => pauseRevision(deps, { ...by, ...body }));
  serveTracked(router, calls.unmarkForRevision, ({ params, ...by }) =>
    unmarkForRevision(router.deps, { ...by, ...params }),
  );
  router.serve(historyCalls.listHistory, ({ actor, query }) => readHistory(db, actor.id, query));
  router.serve(historyCalls.undoChange, ({ params, ...by }) => undoChange(router.deps, { ...by, ...params }));
}
