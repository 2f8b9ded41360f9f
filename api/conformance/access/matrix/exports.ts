import type { MatrixRows } from '../cells.ts';

/**
 * CSV exports (docs/decisions/0025). An export has the access of its list; cohorts, leagues and specializations have that
 * of their staff screen.
 */
export const EXPORTS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['GET /admin/users/export'], own: '11111 333333 3 3333 3pp p 3 3333' },
  {
    routes: ['GET /admin/cohorts/export', 'GET /admin/leagues/export', 'GET /admin/specializations/export'],
    own: '11111 333333 3 3333 333 + 3 3333',
  },
  {
    routes: ['GET /admin/weeks/export', 'GET /admin/sections/export'],
    own: '11111 333333 3 ooo+ oo+ + 3 3333',
  },
  { routes: ['GET /admin/resources/export'], own: '11111 333333 3 oooc ooc c 3 3333' },
  { routes: ['GET /admin/assignments/export'], own: '11111 333333 3 3333 oo+ + 3 3333' },
  {
    routes: ['GET /admin/assignments/submissions/export', 'GET /admin/certificates/export'],
    own: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    routes: ['GET /admin/assignments/submissions/export | of a league'],
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oop p 3 3333',
  },
  { routes: ['GET /admin/mail/domains/export'], own: '11111 333333 3 3333 333 o 3 3333' },
  { routes: ['GET /reports/completion/export'], own: '11111 333333 3 3oo+ oo+ + 3 3333' },
  {
    routes: ['GET /reports/completion/export | of a league'],
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
  },
];
