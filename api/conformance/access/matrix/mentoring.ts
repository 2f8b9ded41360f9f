import type { MatrixRows } from '../cells.ts';

/** Sessions with a mentor (docs/decisions/0060). Free times are for every learner, and their place for whoever books. */
export const MENTORING: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  // A mentor sees the places of their own times.
  { routes: ['GET /mentoring'], own: '11111 33+++p + +++p +++ + + 3333' },
  {
    routes: ['POST /mentoring/sessions'],
    own: '11111 33oooo o oo4o ooo o o 3333',
    other: '11111 33oooo o ooo4 ooo o o 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['PUT /mentoring/sessions/:id'],
    own: '11111 3344o4 4 4444 444 4 4 3333',
    other: '11111 33444o 4 4444 444 4 4 3333',
    mixed: '11111 334444 4 4444 444 4 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['DELETE /mentoring/sessions/:id'],
    own: '11111 3344o4 4 4444 444 4 4 3333',
    other: '11111 33444o 4 4444 444 4 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['PUT /mentoring/sessions/:id/note'],
    own: '11111 3344o4 4 44o4 444 4 4 3333',
    other: '11111 33444o 4 444o 444 4 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['POST /mentoring/slots'], own: '11111 333333 3 oooo ooo o 3 3333' },
  {
    routes: ['DELETE /mentoring/slots/:id'],
    own: '11111 334444 4 44o4 444 4 4 3333',
    other: '11111 334444 4 444o 444 4 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['POST /mentoring/absence'], own: '11111 33oooo o oooo ooo o o 3333' },
  { routes: ['GET /admin/mentors'], own: '11111 333333 3 3333 +++ + 3 3333' },
  {
    routes: ['PUT /admin/mentors/:userId', 'DELETE /admin/mentors/:userId'],
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 ooo o 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
];
