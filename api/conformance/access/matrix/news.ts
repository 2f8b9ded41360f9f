import type { MatrixRows } from '../cells.ts';

/** News and announcements (docs/api.md 2). */
export const NEWS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['GET /admin/announcements'], own: '11111 333333 3 ooop oop p 3 3333' },
  {
    routes: ['GET /admin/announcements/audience', 'POST /admin/announcements'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['GET /admin/announcements/audience | everyone'],
    own: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    routes: ['POST /admin/announcements | to a cohort', 'DELETE /admin/announcements/:id | to everyone'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    routes: ['DELETE /admin/announcements/:id'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['PUT /users/me/news/dismissed/:id'],
    own: '11111 4444o4 4 4oo4 oo4 4 4 3333',
    other: '11111 44444o 4 444o 44o 4 4 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  // The announcement for everyone, and that of the own league.
  { routes: ['GET /users/me/news'], own: '11111 o++++p + +++p ++p + + 3333' },
  {
    routes: ['PUT /users/me/news/read', 'GET /users/me/news/choices', 'PUT /users/me/news/choices'],
    own: '11111 oooooo o oooo ooo o o 3333',
  },
  { routes: ['POST /news/unsubscribe/:token'], own: '00000 000000 0 0000 000 0 0 0000' },
];
