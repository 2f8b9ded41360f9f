import type { MatrixRows } from '../cells.ts';

/** Privilege escalation: calls for a higher role, a peer or another league (docs/security.md 3.6 and 3.7). */
export const REACHING: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: ['PUT /admin/update-role | their own', 'PUT /admin/update-status | their own'],
    own: '11111 333333 3 3333 333 0 3 3333',
  },
  {
    routes: ['PUT /admin/update-role | up to GRAND', 'POST /admin/approve-user | with a role'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 p 3 3333',
  },
  {
    routes: [
      'PUT /admin/update-role | of a GRAND',
      'PUT /admin/update-status | of a GRAND',
      'POST /badges/:id/award | of no league',
    ],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    routes: ['PUT /admin/update-role | not active', 'POST /admin/assign-leagues | to oneself'],
    own: '11111 333333 3 3333 333 0 3 3333',
    other: '11111 333333 3 3333 333 0 3 3333',
  },
  { routes: ['POST /admin/approve-user | oneself'], own: '11111 333333 3 3333 300 0 3 3333' },
  {
    routes: ['POST /badges/:id/award | to oneself'],
    own: '11111 333333 3 3303 303 0 3 3333',
    other: '11111 333333 3 3330 330 0 3 3333',
  },
  {
    routes: ['POST /progress/enroll | a peer'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
  },
  {
    routes: ['GET /progress/leagues/:leagueId | of a peer'],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333p 3 333p 33p p 3 3333',
  },
  {
    routes: ['GET /assignments/my-submissions | of a peer'],
    own: '11111 3333o3 3 oooo ooo o 3 3333',
    other: '11111 33333p 3 ooop oop p 3 3333',
  },
  {
    routes: ['GET /admin/assignments/submissions | of a learner', 'GET /admin/certificates | of a league'],
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    routes: ['GET /analytics/counts | of a peer'],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333o 3 333o 33o o 3 3333',
  },
  {
    routes: ['GET /users/me/data | of a peer'],
    own: '11111 ooooop o ooop oo+ o o 3333',
    other: '11111 ooooop o ooop oo+ o o 3333',
  },
  {
    routes: ['GET /weeks | of a league', 'GET /sections | of a league'],
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 ooo+ oo+ + 3 3333',
  },
  {
    routes: ['GET /resources | of a league'],
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 oooc ooc c 3 3333',
  },
  {
    routes: ['GET /progress/enrollments | of a league'],
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 ooop oop p 3 3333',
  },
  {
    routes: ['GET /admin/assignments | of a league'],
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oo+ + 3 3333',
  },
  {
    routes: ['GET /admin/users | of a league'],
    own: '11111 333333 3 3333 3pp p 3 3333',
    other: '11111 333333 3 3333 3pp p 3 3333',
  },
  {
    routes: [
      'GET /reports/activity | of a league',
      'GET /reports/submissions | of a league',
      'GET /reports/approvals | of a league',
    ],
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
  },
  {
    routes: ['GET /reports/completion | of a league'],
    own: '11111 333333 3 3oo3 oo3 + 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
  },
];
