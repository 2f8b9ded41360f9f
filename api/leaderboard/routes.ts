import * as calls from '#contract/leaderboard.ts';
import { isAdmin } from '#contract/roles.ts';
import { type Actor, findEndedSessions } from '../platform/access/actor.ts';
import { ApiError, toApiError } from '../platform/errors/api-error.ts';
import { ENVELOPE, EventReply, JsonReply } from '../platform/http/reply.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { describeError } from '../platform/process/log.ts';
import { type Board, createLeaderboard, createPageCache } from './board.ts';
import { createChanges, readVersion } from './changes.ts';
import { shownTo, type Viewer } from './rank.ts';

export function leaderboardRoutes(router: ApiRouter): void {
  const { db, log, config } = router.deps;
  const leaderboard = createLeaderboard(db, { timeZone: config.TIME_ZONE });
  const changes = createChanges({
    read: () => readVersion(db),
    findEnded: (sessionIds) => findEndedSessions(db, sessionIds),
    onFailure: (error) => log.warn('leaderboard_not_watched', describeError(error)),
  });
  router.onClose(changes.close);
  const findPage = createPageCache(async (query) => {
    const readAt = await readVersion(db);
    const data = await leaderboard.readPage(query);
    return { readAt, data, reply: toTaggedReply(toShown(query, data)) };
  });
  router.serve(calls.getLeaderboard, ({ query: { own: asked, version, ...query }, actor }) =>
    withLeaderboardError(async () => {
      const { id, name, role } = actor;
      const viewer = toViewer(actor);
      const { readAt, data, reply } = await findPage({ ...query, seesHidden: viewer.seesHidden }, version);
      if (asked !== 'true') return reply;
      const own = await leaderboard.findOwn({ id, name, role }, query, data);
      return toTaggedReply({ ...toShown(viewer, data), version: readAt.version, own });
    }),
  );
  router.serve(calls.followLeaderboard, async ({ actor }) => new EventReply(await changes.follow(actor)));
  router.serve(calls.getMyRank, ({ actor }) =>
    withLeaderboardError(() => {
      const { id, name, role } = actor;
      return leaderboard.getMyRank({ id, name, role }, toViewer(actor));
    }),
  );
  router.serve(calls.getFilteredLeaderboard, ({ query, actor }) =>
    withLeaderboardError(() => leaderboard.getFilteredLeaderboard(query, toViewer(actor))),
  );
}

const toViewer = ({ id, role }: Actor): Viewer => ({ id, seesHidden: isAdmin(role) });

const toShown = (viewer: Viewer, data: Board): calls.LeaderboardData => ({
  ...data,
  leaderboard: shownTo(viewer, data.leaderboard),
});

// The etag ignores `lastUpdated` and `version`, so unchanged rows keep it.
function toTaggedReply(data: calls.LeaderboardData): JsonReply {
  const { lastUpdated: _, version: __, ...shown } = data;
  return new JsonReply(ENVELOPE.join(JSON.stringify(data)), Bun.hash(JSON.stringify(shown)).toString(36));
}

// Replaces unexpected errors with the agreed text (docs/api.md 1.15); the log keeps the cause.
async function withLeaderboardError<Data>(read: () => Promise<Data>): Promise<Data> {
  try {
    return await read();
  } catch (error) {
    if (toApiError(error).reason !== 'INTERNAL') throw error;
    const failure = new ApiError(calls.LEADERBOARD_ERRORS.LEADERBOARD_FAILED);
    throw Object.assign(failure, { cause: error, stack: error instanceof Error ? error.stack : undefined });
  }
}
