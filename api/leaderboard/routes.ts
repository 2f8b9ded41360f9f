import type { Elysia } from 'elysia';
import * as calls from '#contract/leaderboard.ts';
import type { Frame } from '../endpoint.ts';
import { createLeaderboard } from './service.ts';

/** The ranking of learners (contract 1.15). */
export function leaderboardRoutes(frame: Frame): Elysia {
  const app = frame.feature('leaderboard');
  const leaderboard = createLeaderboard(frame.deps.db);
  frame.serve(app, calls.getLeaderboard, ({ query }) => leaderboard.getLeaderboard(query));
  frame.serve(app, calls.getMyRank, ({ actor: { id, name, role } }) =>
    leaderboard.getMyRank({ id, name, role }),
  );
  frame.serve(app, calls.getFilteredLeaderboard, ({ query }) => leaderboard.getFilteredLeaderboard(query));
  return app;
}
