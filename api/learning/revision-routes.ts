import type { Elysia } from 'elysia';
import * as historyCalls from '#contract/history.ts';
import * as calls from '#contract/revision.ts';
import { readPage } from '#contract/shared.ts';
import type { Frame, Guard } from '../endpoint.ts';
import { readHistory } from './history.ts';
import { pauseRevision, readRevision, reviewResource, undoReview, unmarkForRevision } from './revision.ts';
import { requireTracking } from './tracking.ts';
import { undoChange } from './undo.ts';

const REVISION_SESSION_SIZE = 50;

/** Spaced revision and the own history (decision 17). */
export function revisionRoutes(frame: Frame): Elysia {
  const app = frame.feature('revision');
  const { db, secret, config } = frame.deps;
  const deps = { db, secret, timeZone: config.TIME_ZONE };
  const tracksResource: Guard = ({ actor, params }) =>
    requireTracking(db, actor, { resourceId: params.resourceId ?? '' });

  frame.serve(app, calls.getRevision, ({ actor, query }) => {
    const { page, limit } = readPage(query, REVISION_SESSION_SIZE);
    return readRevision(deps, actor.id, { page, limit: limit ?? REVISION_SESSION_SIZE });
  });
  frame.serve(
    app,
    calls.reviewResource,
    ({ actor, params, body, caller }) =>
      reviewResource(deps, { actor, caller, resourceId: params.resourceId ?? '', rating: body.rating }),
    tracksResource,
  );
  frame.serve(app, calls.undoReview, ({ actor, params, caller }) =>
    undoReview(deps, { actor, caller, reviewId: params.reviewId ?? '' }),
  );
  frame.serve(app, calls.pauseRevision, ({ actor, body, caller }) =>
    pauseRevision(deps, { actor, caller, isPaused: body.isPaused }),
  );
  frame.serve(
    app,
    calls.unmarkForRevision,
    ({ actor, params, caller }) =>
      unmarkForRevision(deps, { actor, caller, resourceId: params.resourceId ?? '' }),
    tracksResource,
  );
  frame.serve(app, historyCalls.listHistory, ({ actor, query }) => readHistory(db, actor.id, query));
  frame.serve(app, historyCalls.undoChange, ({ actor, params, caller }) =>
    undoChange({ db, secret }, { actor, caller, changeId: params.changeId ?? '' }),
  );
  return app;
}
