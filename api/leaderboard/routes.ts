import type { Elysia } from 'elysia';
import * as calls from '#contract/leaderboard.ts';
import { findEndedSessions } from '../auth/sessions.ts';
import { snapshotVersion } from '../db/shared-readings.ts';
import { ApiError, toApiError } from '../errors/api-error.ts';
import { EventReply } from '../http/reply.ts';
import type { ApiRouter } from '../http/router.ts';
import { describeError } from '../process/log.ts';
import { createChanges, readVersion } from './changes.ts';
import { createLeaderboard } from './service.ts';
import { readBoardOf, shareAnswers } from './shared-answers.ts';
import { bytesOfBoard } from './shared-board.ts';

/** Some two hundred pages of fifty rows. */
const BOARDS_BYTES_MAX = 8 * 1024 * 1024;

/** The ranking of learners (docs/api.md 1.15). */
export function leaderboardRoutes(router: ApiRouter): Elysia {
  const app = router.feature('leaderboard');
  const { db, log, config } = router.deps;
  const leaderboard = createLeaderboard(db, { timeZone: config.TIME_ZONE });
  router.onStart(leaderboard.warm);
  const changes = createChanges({
    read: () => readVersion(db),
    findEnded: (sessionIds) => findEndedSessions(db, sessionIds),
    onFailure: (error) => log.warn('leaderboard_not_watched', describeError(error)),
  });
  router.onClose(changes.close);
  const boards = router.share('leaderboard', {
    read: readBoardOf(leaderboard),
    bytesOf: bytesOfBoard,
    bytesMax: BOARDS_BYTES_MAX,
  });
  const answer = shareAnswers(leaderboard, boards, {
    current: changes.current,
    read: () => readVersion(db),
  });
  router.serveOwn(
    app,
    calls.getLeaderboard,
    () => snapshotVersion,
    ({ query, actor: { id, name, role }, own }) =>
      inItsWords(answer(query, { user: { id, name, role }, snapshot: own })),
  );
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
