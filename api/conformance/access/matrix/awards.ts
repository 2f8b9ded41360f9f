import type { MatrixRows } from '../cells.ts';

/** Badges, certificates and what is shared (docs/api.md 1.16, 1.17). */
export const AWARDS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['GET /badges'], own: '11111 33++++ + ++++ +++ + + 3333' },
  { routes: ['GET /badges/my-badges'], own: '11111 ooooo+ o oooo ooo o o 3333' },
  { routes: ['GET /badges/analytics'], own: '11111 333333 3 3333 oo+ + 3 3333' },
  {
    routes: ['POST /badges'],
    own: '11111 333333 3 3333 303 0 3 3333',
    other: '11111 333333 3 3333 330 0 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['PUT /badges/:id'],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33+ + 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['DELETE /badges/:id'],
    own: '11111 333333 3 3333 333 0 3 3333',
    other: '11111 333333 3 3333 333 0 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['POST /badges/:id/award'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['DELETE /badges/:id/revoke'],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33o o 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  { routes: ['GET /admin/badges'], own: '11111 333333 3 ooo+ oo+ + 3 3333' },
  { routes: ['POST /admin/badges'], own: '11111 333333 3 3333 333 o 3 3333' },
  {
    routes: ['GET /admin/badges/:id/holders'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333p 33p p 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['GET /admin/badges/:id/candidates'],
    own: '11111 333333 3 33o3 3o3 p 3 3333',
    other: '11111 333333 3 333o 33o + 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  { routes: ['GET /public/certificates/:code'], own: 'ooooo oooooo o oooo ooo o o oooo' },
  { routes: ['GET /admin/certificates'], own: '11111 333333 3 3333 oop p 3 3333' },
  {
    routes: ['PUT /admin/certificates/:id/revocation', 'PUT /admin/certificates/:id/name'],
    own: '11111 333333 3 3333 3o3 o 3 3333',
    other: '11111 333333 3 3333 33p p 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['DELETE /admin/certificates/:id/revocation'],
    own: '11111 333333 3 3333 393 9 3 3333',
    other: '11111 333333 3 3333 339 9 3 3333',
    lost: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: [
      'GET /social/twitter/section/:id',
      'GET /social/linkedin/section/:id',
      'GET /social/twitter/week/:id',
      'GET /social/linkedin/week/:id',
    ],
    own: '11111 000000 0 0000 000 0 0 3333',
    other: '11111 000000 0 0000 000 0 0 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    routes: ['GET /social/twitter/badge/:id', 'GET /social/linkedin/badge/:id'],
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444+ 4 4444 444 4 4 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
  {
    routes: ['GET /social/:platform/:type/:id'],
    own: '11111 4444o4 4 4444 444 4 4 3333',
    other: '11111 44444o 4 4444 444 4 4 3333',
    lost: '11111 444444 4 4444 444 4 4 3333',
  },
];
