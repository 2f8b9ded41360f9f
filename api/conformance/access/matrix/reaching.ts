import type { MatrixRow } from '../cells.ts';

/** Privilege escalation: calls for a higher role, a peer or another league (docs/security.md 3.6 and 3.7). */
export const REACHING: MatrixRow[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    route: 'PUT /admin/update-role | their own',
    own: '11111 333333 3 3333 333 0 3 3333',
  },
  {
    route: 'PUT /admin/update-status | their own',
    own: '11111 333333 3 3333 333 0 3 3333',
  },
  {
    route: 'PUT /admin/update-role | up to GRAND',
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 p 3 3333',
  },
  {
    route: 'PUT /admin/update-role | of a GRAND',
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    route: 'PUT /admin/update-status | of a GRAND',
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    route: 'PUT /admin/update-role | not active',
    own: '11111 333333 3 3333 333 0 3 3333',
    other: '11111 333333 3 3333 333 0 3 3333',
  },
  {
    route: 'POST /admin/approve-user | with a role',
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 p 3 3333',
  },
  {
    route: 'POST /admin/approve-user | oneself',
    own: '11111 333333 3 3333 300 0 3 3333',
  },
  {
    route: 'POST /badges/:id/award | to oneself',
    own: '11111 333333 3 3303 303 0 3 3333',
    other: '11111 333333 3 3330 330 0 3 3333',
  },
  {
    route: 'POST /badges/:id/award | of no league',
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    route: 'POST /admin/assign-leagues | to oneself',
    own: '11111 333333 3 3333 333 0 3 3333',
    other: '11111 333333 3 3333 333 0 3 3333',
  },
  {
    route: 'POST /progress/enroll | a peer',
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
  },
  {
    route: 'GET /progress/leagues/:leagueId | of a peer',
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333p 3 333p 33p p 3 3333',
  },
  {
    route: 'GET /assignments/my-submissions | of a peer',
    own: '11111 3333o3 3 oooo ooo o 3 3333',
    other: '11111 33333p 3 ooop oop p 3 3333',
  },
  {
    route: 'GET /admin/assignments/submissions | of a learner',
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    route: 'GET /analytics/counts | of a peer',
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333o 3 333o 33o o 3 3333',
  },
  {
    route: 'GET /users/me/data | of a peer',
    own: '11111 ooooop o ooo+ oo+ o o 3333',
    other: '11111 ooooop o ooo+ oo+ o o 3333',
  },
  {
    route: 'GET /weeks | of a league',
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 ooo+ oo+ + 3 3333',
  },
  {
    route: 'GET /sections | of a league',
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 ooo+ oo+ + 3 3333',
  },
  {
    route: 'GET /resources | of a league',
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 oooc ooc c 3 3333',
  },
  {
    route: 'GET /progress/enrollments | of a league',
    own: '11111 333333 3 oooo ooo o 3 3333',
    other: '11111 333333 3 ooop oop p 3 3333',
  },
  {
    route: 'GET /admin/assignments | of a league',
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oo+ + 3 3333',
  },
  {
    route: 'GET /admin/certificates | of a league',
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    route: 'GET /admin/users | of a league',
    own: '11111 333333 3 3333 3pp p 3 3333',
    other: '11111 333333 3 3333 3pp p 3 3333',
  },
  {
    route: 'GET /reports/activity | of a league',
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
  },
  {
    route: 'GET /reports/completion | of a league',
    own: '11111 333333 3 3oo3 oo3 + 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
  },
  {
    route: 'GET /reports/submissions | of a league',
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
  },
  {
    route: 'GET /reports/approvals | of a league',
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
  },
];
