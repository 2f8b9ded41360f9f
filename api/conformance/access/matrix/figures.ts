import type { MatrixRows } from '../cells.ts';

/** Activity and figures (docs/api.md 1.20, 2). */
export const FIGURES: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: [
      'GET /activity/dashboard',
      'GET /activity/heatmap',
      'GET /activity/stats',
      'GET /activity/years',
    ],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333o 3 333o 33o o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: [
      'GET /analytics/platform',
      'GET /reports/activity',
      'GET /reports/submissions',
      'GET /reports/approvals',
    ],
    own: '11111 333333 3 3ooo ooo o 3 3333',
  },
  {
    routes: ['GET /analytics/cohort/:cohortId'],
    own: '11111 333333 3 3ooo ooo o 3 3333',
    other: '11111 333333 3 3oo+ oo+ + 3 3333',
    lost: '11111 333333 3 3444 444 4 3 3333',
    malformed: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['GET /analytics/user/:userId'],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333+ 3 333+ 33+ + 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 444444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /analytics/counts'], own: '11111 oooooo o oooo ooo o o 3333' },
  { routes: ['GET /reports/completion'], own: '11111 333333 3 3oo+ oo+ + 3 3333' },
  {
    routes: [
      'GET /admin/leagues/:id/learners',
      'GET /admin/leagues/:id/learners/:userId',
      'GET /admin/leagues/:id/learners/export',
    ],
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333p 33p p 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 4444 444 4 3 3333',
  },
];
