import type { MatrixRows } from '../cells.ts';

/** Cohorts, leagues and specializations (docs/api.md 1.8, 1.9, 1.13). */
export const COHORTS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['GET /public/cohorts-structure'], own: '+++++ ++++++ + ++++ +++ + + ++++' },
  {
    routes: ['GET /cohorts', 'GET /leagues', 'GET /specializations'],
    own: '11111 ++++++ + ++++ +++ + + 3333',
  },
  {
    routes: ['GET /cohorts/:id'],
    own: '11111 oooooo o oooo ooo o o 3333',
    other: '11111 ++++++ + ++++ +++ + + 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  { routes: ['POST /cohorts'], own: '11111 333333 3 3333 333 o 3 3333' },
  {
    routes: ['PUT /cohorts/:id', 'PUT /leagues/:id', 'PUT /specializations/:id'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 + 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['DELETE /cohorts/:id', 'DELETE /specializations/:id'],
    own: '11111 333333 3 3333 333 0 3 3333',
    other: '11111 333333 3 3333 333 0 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['GET /leagues/:id'],
    own: '11111 33oooo o oooo ooo o o 3333',
    other: '11111 33cccc c cccc ccc c c 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['GET /leagues/:id/stats'],
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['POST /leagues', 'POST /leagues/:id/copies', 'DELETE /leagues/:id', 'POST /specializations'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['GET /specializations/:id'],
    own: '11111 33oooo o oooo ooo o o 3333',
    other: '11111 33++++ + ++++ +++ + + 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
];
