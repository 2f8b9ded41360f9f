import type { Elysia } from 'elysia';
import * as calls from '#contract/leaderboard.ts';
import type { Frame } from '../endpoint.ts';
import { ApiError, toApiError } from '../errors.ts';
import { createLeaderboard } from './service.ts';

/** The ranking of learners (contract 1.15). */
export function leaderboardRoutes(frame: Frame): Elysia {
  const app = frame.feature('leaderboard');
  const leaderboard = createLeaderboard(frame.deps.db);
  frame.serve(app, calls.getLeaderboard, ({ query }) => inItsWords(leaderboard.getLeaderboard(query)));
  frame.serve(app, calls.getMyRank, ({ actor: { id, name, role } }) =>
    inItsWords(leaderboard.getMyRank({ id, name, role })),
  );
  frame.serve(app, calls.getFilteredLeaderboard, ({ query }) =>
    inItsWords(leaderboard.getFilteredLeaderboard(query)),
  );
  return app;
}

/** What nobody foresaw, in the words the clients know (contract 1.15); the log still shows where it came from. */
async function inItsWords<Data>(answer: Promise<Data>): Promise<Data> {
  try {
    return await answer;
  } catch (error) {
    if (toApiError(error).reason !== 'INTERNAL') throw error;
    const failure = new ApiError(calls.LEADERBOARD_ERRORS.LEADERBOARD_FAILED);
    throw Object.assign(failure, { cause: error, stack: error instanceof Error ? error.stack : undefined });
  }
}
