import type { Elysia } from 'elysia';
import * as calls from '#contract/leaderboard.ts';
import { findLiveSessions } from '../auth/sessions.ts';
import { ApiError, toApiError } from '../errors/api-error.ts';
import { EventReply, TaggedReply } from '../http/reply.ts';
import type { ApiRouter } from '../http/router.ts';
import { describeError } from '../process/log.ts';
import { createChanges, readVersion } from './changes.ts';
import { createLeaderboard } from './service.ts';
import { shareAnswers } from './shared-answers.ts';

/** The ranking of learners (docs/api.md 1.15). */
export function leaderboardRoutes(router: ApiRouter): Elysia {
  const app = router.feature('leaderboard');
  const { db, log, config } = router.deps;
  const leaderboard = createLeaderboard(db, { timeZone: config.TIME_ZONE });
  const changes = createChanges({
    read: () => readVersion(db),
    findLive: (sessionIds) => findLiveSessions(db, sessionIds),
    onFailure: (error) => log.warn('leaderboard_not_watched', describeError(error)),
  });
  router.onClose(changes.close);
  const answer = shareAnswers(leaderboard, { current: changes.current, read: () => readVersion(db) });
  router.serve(app, calls.getLeaderboard, async ({ query, actor: { id, name, role } }) => {
    const data = await inItsWords(answer(query, { id, name, role }));
    return new TaggedReply(data, toTag(data));
  });
  router.serve(
    app,
    calls.followLeaderboard,
    async ({ actor }) => new EventReply(await changes.follow(actor)),
  );
  router.serve(app, calls.getMyRank, ({ actor: { id, name, role } }) =>
    inItsWords(leaderboard.getMyRank({ id, name, role })),
  );
  router.serve(app, calls.getFilteredLeaderboard, ({ query }) =>
    inItsWords(leaderboard.getFilteredLeaderboard(query)),
  );
  return app;
}

/** The same rows, places and sums have the same tag, whenever they were asked for. */
function toTag({ lastUpdated: _, version: __, ...shown }: calls.LeaderboardData): string {
  return Bun.hash(JSON.stringify(shown)).toString(36);
}

/** What nobody foresaw, in the words the clients know (docs/api.md 1.15); the log still shows where it came from. */
async function inItsWords<Data>(answer: Promise<Data>): Promise<Data> {
  try {
    return await answer;
  } catch (error) {
    if (toApiError(error).reason !== 'INTERNAL') throw error;
    const failure = new ApiError(calls.LEADERBOARD_ERRORS.LEADERBOARD_FAILED);
    throw Object.assign(failure, { cause: error, stack: error instanceof Error ? error.stack : undefined });
  }
}
