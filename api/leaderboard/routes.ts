import * as calls from '#contract/leaderboard.ts';
import { findEndedSessions } from '../platform/access/actor.ts';
import { ApiError, toApiError } from '../platform/errors/api-error.ts';
import { ENVELOPE, EventReply, JsonReply } from '../platform/http/reply.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import { describeError } from '../platform/process/log.ts';
import { createLeaderboard, createPageCache } from './board.ts';
import { createChanges, readVersion } from './changes.ts';

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
    return { readAt, data, reply: toTaggedReply(data) };
  });
  router.serve(calls.getLeaderboard, ({ query, actor: { id, name, role } }) =>
    withLeaderboardError(async () => {
      const { readAt, data, reply } = await findPage(query);
      if (query.own !== 'true') return reply;
      const own = await leaderboard.findOwn({ id, name, role }, query.league || null, data);
      return toTaggedReply({ ...data, version: readAt.version, own });
    }),
  );
  router.serve(calls.followLeaderboard, async ({ actor }) => new EventReply(await changes.follow(actor)));
  router.serve(calls.getMyRank, ({ actor: { id, name, role } }) =>
    withLeaderboardError(() => leaderboard.getMyRank({ id, name, role })),
  );
  router.serve(calls.getFilteredLeaderboard, ({ query }) =>
    withLeaderboardError(() => leaderboard.getFilteredLeaderboard(query)),
  );
}

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
