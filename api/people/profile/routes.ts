import * as calls from '#contract/public-profile.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { inTransaction } from '../../platform/db/client.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { findOwn, findPublic } from './profile.ts';
import { savePage } from './save.ts';

export function publicProfileRoutes(router: ApiRouter): void {
  const { db, config } = router.deps;
  const readOwn = ({ id }: Actor) => findOwn(db, config.TIME_ZONE, id);
  router.serve(calls.getOwnPublicProfile, ({ actor }) => readOwn(actor));
  router.serve(calls.savePublicProfile, async ({ actor, body, requestInfo }) => {
    await inTransaction(db, (tx) => savePage(tx, actor.id, body, requestInfo));
    return readOwn(actor);
  });
  router.servePublic(calls.getPublicProfile, ({ params }) =>
    findPublic(db, config.TIME_ZONE, params.address),
  );
}
