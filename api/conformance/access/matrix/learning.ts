import type { MatrixRows } from '../cells.ts';

/** Enrolling, progress, revision, history, breaks and the leaderboard (docs/api.md 1.6, 1.7, 1.15, 2). */
export const LEARNING: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: ['GET /progress/dashboard'],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333p 3 333p 33p p 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['POST /progress/enroll'],
    own: '11111 03oo9+ o oooo ooo o o 3333',
    other: '11111 03ooo9 o oooo ooo o o 3333',
    lost: '11111 434444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /progress/enrollments'], own: '11111 333333 3 ooop oop p 3 3333' },
  {
    routes: ['GET /progress/leagues/:leagueId'],
    own: '11111 3344o4 4 4oo4 oo4 o 4 3333',
    other: '11111 33444p 4 444c 44c c 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: [
      'POST /progress/sections/:sectionId/complete',
      'PUT /progress/sections/:sectionId',
      'POST /resource-progress/:resourceId/complete',
      'POST /resource-progress/:resourceId/revision',
      'DELETE /resource-progress/:resourceId/reset',
      'DELETE /progress/revision/:resourceId',
    ],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333p 3 333o 33o o 3 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['GET /resource-progress/section/:sectionId/resources'],
    own: '11111 33oooo o oooo ooo o o 3333',
    other: '11111 33cccp c cccc ccc c c 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: [
      'GET /resource-progress/revision/list',
      'GET /progress/revision',
      'PUT /progress/revision/pause',
      'GET /leaderboard/changes',
    ],
    own: '11111 33oooo o oooo ooo o o 3333',
  },
  {
    routes: ['GET /resource-progress/:resourceId'],
    own: '11111 33ooo+ o oooo ooo o o 3333',
    other: '11111 33cccp c cccc ccc c c 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['PUT /resource-progress/:resourceId/note'],
    own: '11111 3333o3 3 3oo3 oo3 o 3 3333',
    other: '11111 33333+ 3 333o 33o o 3 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  {
    routes: ['POST /progress/revision/:resourceId/review'],
    own: '11111 333393 3 3993 993 9 3 3333',
    other: '11111 333339 3 3339 339 9 3 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['DELETE /progress/revision/reviews/:reviewId'], own: '11111 334444 4 4444 444 4 4 3333' },
  { routes: ['GET /progress/search'], own: '11111 33ooo+ o oooo ooo o o 3333' },
  { routes: ['GET /progress/history'], own: '11111 33ooop o oooo ooo o o 3333' },
  {
    routes: ['POST /progress/history/:changeId/undo'],
    own: '11111 3344o4 4 4444 444 4 4 3333',
    other: '11111 33444p 4 4444 444 4 4 3333',
    lost: '11111 334444 4 4444 444 4 4 3333',
  },
  { routes: ['GET /leaderboard', 'GET /leaderboard/filtered'], own: '11111 33++++ + ++++ +++ + + 3333' },
  { routes: ['GET /leaderboard/my-rank'], own: '11111 33++++ + oooo ooo o o 3333' },
  { routes: ['GET /admin/breaks'], own: '11111 333333 3 3333 333 + 3 3333' },
  { routes: ['POST /admin/breaks'], own: '11111 333333 3 3333 333 o 3 3333' },
  {
    routes: ['PUT /admin/breaks/:id', 'DELETE /admin/breaks/:id'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
];
