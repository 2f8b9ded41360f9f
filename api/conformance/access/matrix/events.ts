import type { MatrixRows } from '../cells.ts';

/** Registration at events (docs/decisions/0059). Other events are for the league and for everyone. */
export const EVENTS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: ['GET /events/:eventId'],
    own: 'ooooo oooooo o oooo ooo o o oooo',
    other: '+++++ ++++++ + ++++ +++ + + ++++',
    lost: 'ooooo oooooo o oooo ooo o o oooo',
    malformed: '44444 444444 4 4444 444 4 4 4444',
  },
  {
    routes: ['GET /events/:eventId/registration'],
    own: '11111 oooooo o oooo ooo o o 3333',
    other: '11111 ooooo+ o oooo ooo o o 3333',
    lost: '11111 oooooo o oooo ooo o o 3333',
    malformed: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    routes: ['POST /events/:eventId/registration'],
    own: '11111 3333o3 3 3333 333 3 3 3333',
    other: '11111 33333+ 3 3333 333 3 3 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    routes: ['POST /events/:eventId/registration | for everyone'],
    own: '11111 oooooo o oooo ooo o o 3333',
    other: '11111 oooooo o oooo ooo o o 3333',
  },
  {
    routes: ['DELETE /events/:eventId/registration'],
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444+ 4 4444 444 4 4 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    routes: ['POST /events/:eventId/guests/code'],
    own: '33333 333333 3 3333 333 3 3 3333',
    other: '33333 333333 3 3333 333 3 3 3333',
    lost: '44444 444444 4 4444 444 4 4 4444',
  },
  {
    routes: ['POST /events/:eventId/guests'],
    own: '00000 000000 0 0000 000 0 0 0000',
    other: '00000 000000 0 0000 000 0 0 0000',
    lost: '44444 444444 4 4444 444 4 4 4444',
  },
  {
    routes: ['GET /event-registrations/:token', 'DELETE /event-registrations/:token'],
    own: '44444 444444 4 4444 444 4 4 4444',
  },
  { routes: ['GET /users/me/events'], own: '11111 oooooo o oooo ooo o o 3333' },
  { routes: ['GET /admin/events'], own: '11111 333333 3 ++++ +++ + 3 3333' },
  {
    // Any id may become an event.
    routes: ['PUT /admin/events/:eventId'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    mixed: '11111 333333 3 3333 333 o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: [
      'PUT /admin/events/:eventId | for everyone',
      'DELETE /admin/events/:eventId | for everyone',
      'GET /admin/events/:eventId/registrations | for everyone',
    ],
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 ooo o 3 3333',
  },
  {
    routes: ['DELETE /admin/events/:eventId'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: [
      'GET /admin/events/:eventId/registrations',
      'GET /admin/events/:eventId/registrations/export',
      'POST /admin/events/:eventId/check-in',
    ],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333p 33p p 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
];
