import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import type { Shape } from './load.ts';
import type { SameStatement } from './same-statement.ts';
import { BENCH_LEAGUE, BENCH_PASSWORD, BENCH_SECTION, type Seeded, toEmail, toResources } from './seed.ts';

/** What the bare server does for the same: see bare-server.ts. */
export type Bare = 'page' | 'row' | 'write' | 'mixed' | 'hash';

/**
 * What is aimed at: a share of the bare server's rate, or calls a second on two quiet cores that also carry PostgreSQL and
 * the load. A rate says little of another machine; the bare rates beside it tell how fast that one is.
 */
export type Goal = { share: number } | { rate: number };

/** One row of the table in docs/performance.md. */
export interface MeasuredCall {
  name: string;
  bare: Bare;
  goal: Goal;
  /** What it spends its time on, in a few words; for the table. */
  limitedBy: string;
  /** Instead of as many as the run has: one where a call is answered one at a time, few where each fills a core. */
  connections?: number;
  /** Whose statement the second yardstick sends; see same-statement.ts. */
  same?: SameStatement;
  shapes(seeded: Seeded): Shape[];
}

const read =
  (path: string) =>
  ({ tokens }: Seeded): Shape[] => [{ paths: [path], tokens }];
const page = (path: string) => (): Shape[] => [{ paths: [path], headers: { 'accept-encoding': 'br' } }];

const PROFILE = '/api/auth/profile';
const DASHBOARD = '/api/progress/dashboard';
const LEAGUE = `/api/progress/leagues/${BENCH_LEAGUE}`;
const SECTION = `/api/resource-progress/section/${BENCH_SECTION}/resources`;
const LEADERBOARD = '/api/leaderboard';

/** Nobody has done them; what the bare server writes is out of the way of the ticks. */
const TICKED_RESOURCES = toResources([2, 3]);
const BARE_RESOURCES = toResources([4]);

const ticks = ({ tokens }: Seeded): Shape => ({
  method: 'POST',
  paths: TICKED_RESOURCES.map((id) => `/api/resource-progress/${id}/complete`),
  tokens,
  bodies: ['{}'],
});

/**
 * Who signs in: people who come back, each a few times a run, with a browser that their account knows by then. Were each of
 * the 2,000 accounts used once, every sign-in would be one from a new place, which a mail tells its owner of.
 */
const SIGNING_IN = 64;
const BROWSER = 'b'.repeat(43);

/** Of twenty requests, as many as a learner's visit makes. */
const MIX = { [PROFILE]: 6, [DASHBOARD]: 4, [LEAGUE]: 4, [SECTION]: 3, [LEADERBOARD]: 1 };
const TICKS_OF_MIX = 2;
const READS_OF_MIX = Object.values(MIX).reduce((sum, weight) => sum + weight, 0);

export const CALLS: readonly MeasuredCall[] = [
  {
    name: 'home page (br)',
    bare: 'page',
    goal: { share: 0.9 },
    limitedBy: 'its address and headers to look at, and ten headers to send',
    shapes: page('/'),
  },
  {
    name: 'about page (br)',
    bare: 'page',
    goal: { share: 0.9 },
    limitedBy: 'its address and headers to look at, and ten headers to send',
    shapes: page('/about'),
  },
  {
    name: 'profile',
    bare: 'row',
    goal: { rate: 15_000 },
    limitedBy: 'the statement for the session, and the router',
    same: 'learner',
    shapes: read(PROFILE),
  },
  {
    name: 'dashboard',
    bare: 'row',
    goal: { rate: 10_000 },
    limitedBy: 'the statement for the session, and the router',
    same: 'learner',
    shapes: read(DASHBOARD),
  },
  {
    name: 'league page, 160 resources',
    bare: 'row',
    goal: { rate: 5_000 },
    limitedBy: 'one statement for the session and the own 160 records, and 49 KB to send',
    same: 'league',
    shapes: read(LEAGUE),
  },
  {
    name: 'resources of a section',
    bare: 'row',
    goal: { rate: 12_000 },
    limitedBy: 'one statement for the session and the own records',
    shapes: read(SECTION),
  },
  {
    name: 'leaderboard, first page',
    bare: 'row',
    goal: { rate: 15_000 },
    limitedBy: 'the statement for the session, and 20 KB to send',
    same: 'leaderboard',
    shapes: read(LEADERBOARD),
  },
  {
    name: 'own rank, one at a time',
    bare: 'row',
    goal: { rate: 1_500 },
    limitedBy: 'joins for the neighbours',
    connections: 1,
    shapes: read('/api/leaderboard/my-rank'),
  },
  {
    name: 'tick',
    bare: 'write',
    goal: { rate: 2_500 },
    limitedBy: 'locks, six rows and their indexes, three sums',
    shapes: (seeded) => [ticks(seeded)],
  },
  {
    name: 'mixed: 18 reads, 2 ticks',
    bare: 'mixed',
    goal: { rate: 5_000 },
    limitedBy: 'pages made anew: each learner asks about once, and ticks change pages',
    shapes: (seeded) => [
      ...Object.entries(MIX).map(([path, weight]) => ({ paths: [path], tokens: seeded.tokens, weight })),
      { ...ticks(seeded), weight: TICKS_OF_MIX },
    ],
  },
  {
    name: 'login',
    bare: 'hash',
    goal: { share: 0.9 },
    limitedBy: 'six statements beside the hash, and caches that it empties',
    connections: 4,
    shapes: ({ tokens }) => [
      {
        method: 'POST',
        paths: ['/api/auth/login'],
        headers: { [DEVICE_TOKEN_HEADER]: BROWSER },
        bodies: tokens
          .slice(0, SIGNING_IN)
          .map((_, n) => JSON.stringify({ email: toEmail(n + 1), password: BENCH_PASSWORD })),
      },
    ],
  },
];

/** What the bare Elysia route is asked instead: the same statement, and a body as long. */
export function toSameShapes(same: SameStatement, { tokens }: Seeded, bytes: number): Shape[] {
  return [{ paths: [`/same/${same}/${bytes}/${BENCH_LEAGUE}`], tokens }];
}

/** What the bare server is asked instead, through a driver. */
export function toBareShapes(bare: Bare, driver: string, { tokens }: Seeded, pageBytes: number): Shape[] {
  const people = tokens.length;
  const rows: Shape = { paths: [`/row/${driver}?id=bench-user-{n}`], people, weight: READS_OF_MIX };
  const writes: Shape = {
    paths: BARE_RESOURCES.map((id) => `/write/${driver}?id=bench-user-{n}&resource=${id}`),
    people,
    weight: TICKS_OF_MIX,
  };
  switch (bare) {
    case 'page':
      return [{ paths: [`/page?bytes=${pageBytes}`] }];
    case 'row':
      return [rows];
    case 'write':
      return [writes];
    case 'mixed':
      return [rows, writes];
    case 'hash':
      return [{ paths: ['/hash'] }];
  }
}
