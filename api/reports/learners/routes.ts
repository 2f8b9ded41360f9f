import { getLeagueLearner, listLeagueLearners } from '#contract/league-learners.ts';
import { requireScope } from '../../platform/access/actor.ts';
import type { Guard } from '../../platform/access/guard.ts';
import type { Database } from '../../platform/db/client.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { getLearner, listLearners } from './service.ts';

export const guardLearners =
  (db: Database): Guard<{ id: string }> =>
  ({ actor, params }) =>
    requireScope(db, actor, params.id, 'canViewAnalytics');

export function leagueLearnerRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const guard = guardLearners(db);
  router.serve(
    listLeagueLearners,
    ({ actor, params, query }) => listLearners(db, actor, params.id, query),
    guard,
  );
  router.serve(getLeagueLearner, ({ actor, params }) => getLearner(db, actor, params), guard);
}
