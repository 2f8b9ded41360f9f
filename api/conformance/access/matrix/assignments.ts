import type { MatrixRow } from '../cells.ts';

/** Assignments, answers and their review (contract 1.14). */
export const ASSIGNMENTS: MatrixRow[] = [
  // Columns: anonymous garbage expired loggedOut refreshAsAccess | pending unverified unmigrated notEnrolled enrolled
  // otherLearner | luminary | pathfinder none view own other | chief view own other | grand | admin | suspended pathfinder chief
  // grand admin. Cells: o in, + in with the other league, c with its contents, p with what is private there, digits the status of a refusal.
  {
    route: 'GET /assignments/league/:leagueId',
    own: '11111 oooooo o oooo ooo o o 3333',
    other: '11111 ++++++ + ++++ +++ + + 3333',
    kind: '11111 444444 4 4444 444 4 4 3333',
    deleted: '11111 444444 4 4444 444 4 4 3333',
    random: '11111 444444 4 4444 444 4 4 3333',
    malformed: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    route: 'GET /assignments/my-submissions',
    own: '11111 ooooop o oooo ooo o o 3333',
  },
  {
    route: 'POST /assignments/:assignmentId/submit',
    own: '11111 3333o3 3 3333 333 3 3 3333',
    other: '11111 33333p 3 3333 333 3 3 3333',
    kind: '11111 334444 4 4444 444 4 4 3333',
    deleted: '11111 334444 4 4444 444 4 4 3333',
    random: '11111 334444 4 4444 444 4 4 3333',
    malformed: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    route: 'GET /admin/assignments',
    own: '11111 333333 3 3333 oo+ + 3 3333',
  },
  {
    route: 'POST /admin/assignments',
    own: '11111 333333 3 3333 393 9 3 3333',
    other: '11111 333333 3 3333 339 9 3 3333',
    kind: '11111 333333 3 3333 333 4 3 3333',
    deleted: '11111 333333 3 3333 333 4 3 3333',
    random: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    route: 'PUT /admin/assignments/:id',
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33o o 3 3333',
    mixed: '11111 333333 3 3333 333 9 3 3333',
    kind: '11111 333333 3 3333 444 4 3 3333',
    deleted: '11111 333333 3 3333 444 4 3 3333',
    random: '11111 333333 3 3333 444 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    route: 'DELETE /admin/assignments/:id',
    own: '11111 333333 3 3333 303 0 3 3333',
    other: '11111 333333 3 3333 330 0 3 3333',
    kind: '11111 333333 3 3333 444 4 3 3333',
    deleted: '11111 333333 3 3333 444 4 3 3333',
    random: '11111 333333 3 3333 444 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    route: 'GET /admin/assignments/league/:leagueId',
    own: '11111 333333 3 3333 oo3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    kind: '11111 333333 3 3333 333 4 3 3333',
    deleted: '11111 333333 3 3333 333 4 3 3333',
    random: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    route: 'POST /admin/assignments/:id/submit',
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    kind: '11111 333333 3 3333 444 4 3 3333',
    deleted: '11111 333333 3 3333 444 4 3 3333',
    random: '11111 333333 3 3333 444 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    route: 'GET /admin/assignments/submissions',
    own: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    route: 'GET /admin/assignments/submissions/:id',
    own: '11111 333333 3 3333 oo3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    kind: '11111 333333 3 3333 444 4 3 3333',
    deleted: '11111 333333 3 3333 444 4 3 3333',
    random: '11111 333333 3 3333 444 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    route: 'PUT /admin/assignments/submissions/:id/review',
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    kind: '11111 333333 3 3333 444 4 3 3333',
    deleted: '11111 333333 3 3333 444 4 3 3333',
    random: '11111 333333 3 3333 444 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
];
