import type { Actor } from '#api/access/actor.ts';
import { createUserReader } from '#api/accounts/presenter.ts';
import type { Database } from '#api/db/client.ts';
import { createLeaderboard } from '#api/leaderboard/service.ts';
import { createDashboardReader } from '#api/learning/dashboard.ts';
import { createLeagueProgressReader } from '#api/learning/league-progress.ts';
import { BENCH_LEAGUE, BENCH_USER } from './seed.ts';

export interface Read {
  name: string;
  /** Address of the product's call. */
  path: string;
  /** Asks what that call asks; the yardstick listens for its statement. */
  ask(db: Database): Promise<unknown>;
}

const learner: Actor = {
  id: BENCH_USER,
  name: 'Bench learner',
  email: 'bench@example.test',
  role: 'PIONEER',
  status: 'ACTIVE',
  emailVerified: true,
  proof: { isFresh: true, isByPasskey: false, isFreshByPasskey: false },
  sessionId: 'bench',
};

/** As the product's default has it. */
const TIME_ZONE = 'Asia/Kolkata';

/** The signed-in reads whose speed is promised (docs/product.md 5). */
export const READS: readonly Read[] = [
  { name: 'profile', path: '/api/auth/profile', ask: (db) => createUserReader(db)(BENCH_USER) },
  {
    name: 'dashboard',
    path: '/api/progress/dashboard',
    ask: (db) => createDashboardReader(db, TIME_ZONE)(learner),
  },
  {
    name: 'league progress',
    path: `/api/progress/leagues/${BENCH_LEAGUE}`,
    ask: (db) => createLeagueProgressReader(db)(learner, BENCH_LEAGUE),
  },
  { name: 'leaderboard', path: '/api/leaderboard', ask: (db) => createLeaderboard(db).getLeaderboard({}) },
];
