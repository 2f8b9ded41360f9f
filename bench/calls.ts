import { DEVICE_TOKEN_HEADER } from '#contract/constants.ts';
import type { Shape } from './load.ts';
import { BENCH_LEAGUE, BENCH_PASSWORD, BENCH_SECTION, type Seeded, toEmail, toResources } from './seed.ts';

/** A row of the table of rates in docs/performance.md; calls a second. */
interface MeasuredCall {
  name: string;
  /** The earlier product's server on the same machine, with 2,000 learners. */
  earlier: number;
  atLeast: number;
  shapes(seeded: Seeded): Shape[];
}

const PROFILE = '/api/auth/profile';
const DASHBOARD = '/api/progress/dashboard';
const LEAGUE = `/api/progress/leagues/${BENCH_LEAGUE}`;
const SECTION = `/api/resource-progress/section/${BENCH_SECTION}/resources`;
const LEADERBOARD = '/api/leaderboard';
const OWN_RANK = '/api/leaderboard/my-rank';
const PAGE = 50;

const read =
  (path: string) =>
  ({ tokens }: Seeded): Shape[] => [{ paths: [path], tokens }];
const tick = ({ tokens }: Seeded): Shape => ({
  method: 'POST',
  paths: toResources([2, 3, 4]).map((id) => `/api/resource-progress/${id}/complete`),
  tokens,
  bodies: ['{}'],
});

// Sign-ins reuse a known browser, because an unknown one sends a mail each time.
const SIGNING_IN = 64;
const BROWSER = 'b'.repeat(43);

const VISIT = { [PROFILE]: 6, [DASHBOARD]: 4, [LEAGUE]: 4, [SECTION]: 3, [LEADERBOARD]: 1 };
const readsOfVisit = ({ tokens }: Seeded): Shape[] =>
  Object.entries(VISIT).map(([path, weight]) => ({ paths: [path], tokens, weight }));

const mixed = (seeded: Seeded): Shape[] => [...readsOfVisit(seeded), { ...tick(seeded), weight: 2 }];
/** 100 reads and 10 ticks, one second of the busiest evening of 20,000 learners. */
export const evening = (seeded: Seeded): Shape[] => [
  ...readsOfVisit(seeded).map((shape) => ({ ...shape, weight: (shape.weight ?? 1) * 5 })),
  { paths: [OWN_RANK], tokens: seeded.tokens, weight: 10 },
  { ...tick(seeded), weight: 10 },
];

export const CALLS: readonly MeasuredCall[] = [
  { name: 'profile', earlier: 350, atLeast: 4000, shapes: read(PROFILE) },
  { name: 'dashboard', earlier: 290, atLeast: 1500, shapes: read(DASHBOARD) },
  { name: 'league page, 160 resources', earlier: 320, atLeast: 1500, shapes: read(LEAGUE) },
  { name: 'resources of a section', earlier: 440, atLeast: 3000, shapes: read(SECTION) },
  { name: 'leaderboard, first page', earlier: 1, atLeast: 2000, shapes: read(LEADERBOARD) },
  { name: 'tick', earlier: 280, atLeast: 700, shapes: (seeded) => [tick(seeded)] },
  {
    name: 'sign-in',
    earlier: 9,
    atLeast: 60,
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
  { name: 'mixed: 18 reads, 2 ticks', earlier: 300, atLeast: 1200, shapes: mixed },
];

/** `atMost` limits the median in milliseconds. */
export interface TimedCall {
  name: string;
  paths: string[];
  atMost: number;
}

const toPages = (pages: readonly number[]) =>
  pages.map((page) => `${LEADERBOARD}?limit=${PAGE}&page=${page}`);

const FIRST_TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const WEEK = 'period=week';

export const timedCalls = (learners: number): TimedCall[] => [
  { name: 'own rank', paths: [OWN_RANK], atMost: 5 },
  { name: 'own place this week', paths: [`${LEADERBOARD}?${WEEK}&own=true&limit=1`], atMost: 5 },
  { name: 'dashboard', paths: [DASHBOARD], atMost: 5 },
  { name: 'league page', paths: [LEAGUE], atMost: 5 },
  { name: 'calendar', paths: ['/api/users/me/calendar'], atMost: 5 },
  { name: 'leaderboard, pages 1 to 10', paths: toPages(FIRST_TEN), atMost: 5 },
  {
    name: 'leaderboard of the week, pages 1 to 10',
    paths: toPages(FIRST_TEN).map((path) => `${path}&${WEEK}`),
    atMost: 5,
  },
  {
    name: 'leaderboard, far pages',
    paths: toPages([0.25, 0.5, 0.75, 1].map((part) => Math.max(1, Math.floor((learners * part) / PAGE)))),
    atMost: 20,
  },
];

const FAR = new Set(['own rank', 'own place this week', 'leaderboard, far pages']);
/** `times` limits growth between two sizes; own rank and far pages are limited in milliseconds instead. */
export const GROWTH = { times: 1.5, farAtMost: 25, isFar: (name: string) => FAR.has(name) };

const STAFF_LISTS = {
  users: '/api/admin/users?page=1&limit=50',
  'users, last page': '/api/admin/users?page=400&limit=50',
  'users by name': '/api/admin/users?page=1&limit=50&search=Learner%2019',
  'users by address': '/api/admin/users?page=1&limit=50&search=bench-1234%40',
  enrollments: '/api/progress/enrollments?page=1&limit=50',
  'enrollments of a league': `/api/progress/enrollments?page=1&limit=50&leagueId=${BENCH_LEAGUE}`,
  'learners of a league': `/api/admin/leagues/${BENCH_LEAGUE}/learners`,
  'search of the command palette': '/api/admin/search?q=Learner%2019',
  'audit log': '/api/admin/audit-logs?page=1&limit=50',
  leagues: '/api/leagues?page=1&limit=50',
};
export const STAFF_CALLS: readonly TimedCall[] = Object.entries(STAFF_LISTS).map(([name, path]) => ({
  name: `staff: ${name}`,
  paths: [path],
  atMost: 25,
}));
