import type { MatrixRows } from '../cells.ts';

/** Assignments, answers and their review (docs/api.md 1.14). */
export const ASSIGNMENTS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: ['GET /assignments/league/:leagueId'],
    own: '11111 33oooo o oooo ooo o o 3333',
    other: '11111 33++++ + ++++ +++ + + 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /assignments/my-submissions'], own: '11111 ooooop o oooo ooo o o 3333' },
  {
    routes: ['POST /assignments/:assignmentId/submit'],
    own: '11111 3333o3 3 3333 333 3 3 3333',
    other: '11111 33333p 3 3333 333 3 3 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /admin/assignments'], own: '11111 333333 3 3333 oo+ + 3 3333' },
  {
    routes: ['POST /admin/assignments'],
    own: '11111 333333 3 3333 393 9 3 3333',
    other: '11111 333333 3 3333 339 9 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['PUT /admin/assignments/:id'],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33o o 3 3333',
    mixed: '11111 333333 3 3333 333 9 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['DELETE /admin/assignments/:id'],
    own: '11111 333333 3 3333 303 0 3 3333',
    other: '11111 333333 3 3333 330 0 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['GET /admin/assignments/league/:leagueId'],
    own: '11111 333333 3 3333 oo3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: [
      'POST /admin/assignments/:id/submit',
      'POST /admin/assignments/submissions/:id/claim',
      'PUT /admin/assignments/submissions/:id/review',
    ],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['GET /admin/assignments/submissions', 'GET /admin/assignments/submissions/queue'],
    own: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    routes: ['POST /admin/assignments/submissions/next/claim'],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33o o 3 3333',
    lost: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    routes: ['DELETE /admin/assignments/submissions/:id/claim'],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33o o 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['GET /admin/assignments/submissions/:id'],
    own: '11111 333333 3 3333 oo3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
];
