import type { MatrixRows } from '../cells.ts';

/** Weeks, sections and resources (docs/api.md 1.10 to 1.12). */
export const CONTENT: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: ['GET /weeks/:id', 'GET /weeks/league/:leagueId', 'GET /weeks/:id/sections'],
    own: '11111 33oooo o oooo ooo o o 3333',
    other: '11111 33++++ + ++++ +++ + + 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /weeks', 'GET /sections'], own: '11111 333333 3 ooo+ oo+ + 3 3333' },
  {
    routes: [
      'POST /weeks',
      'DELETE /weeks/:id/with-content',
      'GET /admin/deletions/:kind/:id',
      'DELETE /sections/:id',
      'DELETE /resources/:id',
    ],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['PUT /weeks/:id'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    mixed: '11111 333333 3 3333 333 o 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['DELETE /weeks/:id'],
    own: '11111 333333 3 3303 303 0 3 3333',
    other: '11111 333333 3 3330 330 0 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['GET /sections/:id', 'GET /resources/:id', 'GET /sections/:id/resources'],
    own: '11111 33oooo o oooo ooo o o 3333',
    other: '11111 33cccp c cccc ccc c c 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['POST /sections', 'POST /sections/:id/resources'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['PUT /sections/:id'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
    mixed: '11111 333333 3 3333 333 + 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['PUT /weeks/:id/sections/reorder'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
    mixed: '11111 333333 3 3303 303 0 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  { routes: ['GET /resources'], own: '11111 333333 3 oooc ooc c 3 3333' },
  {
    routes: ['PUT /resources/:id'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333c 33c c 3 3333',
    mixed: '11111 333333 3 3333 333 + 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['PUT /sections/:id/resources/reorder'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333c 33c c 3 3333',
    mixed: '11111 333333 3 3303 303 0 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['PUT /leagues/:id/weeks/reorder'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    mixed: '11111 333333 3 3303 303 0 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
];
