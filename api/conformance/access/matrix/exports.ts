import type { MatrixRow } from '../cells.ts';

/**
 * CSV exports (docs/decisions/0025). An export has the access of its list; cohorts, leagues and specializations have that
 * of their staff screen.
 */
export const EXPORTS: MatrixRow[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    route: 'GET /admin/users/export',
    own: '11111 333333 3 3333 3pp p 3 3333',
  },
  {
    route: 'GET /admin/cohorts/export',
    own: '11111 333333 3 3333 333 + 3 3333',
  },
  {
    route: 'GET /admin/leagues/export',
    own: '11111 333333 3 3333 333 + 3 3333',
  },
  {
    route: 'GET /admin/specializations/export',
    own: '11111 333333 3 3333 333 + 3 3333',
  },
  {
    route: 'GET /admin/weeks/export',
    own: '11111 333333 3 ooo+ oo+ + 3 3333',
  },
  {
    route: 'GET /admin/sections/export',
    own: '11111 333333 3 ooo+ oo+ + 3 3333',
  },
  {
    route: 'GET /admin/resources/export',
    own: '11111 333333 3 oooc ooc c 3 3333',
  },
  {
    route: 'GET /admin/assignments/export',
    own: '11111 333333 3 3333 oo+ + 3 3333',
  },
  {
    route: 'GET /admin/assignments/submissions/export',
    own: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    route: 'GET /admin/assignments/submissions/export | of a league',
    own: '11111 333333 3 3333 ooo o 3 3333',
    other: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    route: 'GET /admin/certificates/export',
    own: '11111 333333 3 3333 oop p 3 3333',
  },
  {
    route: 'GET /admin/mail/domains/export',
    own: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    route: 'GET /reports/completion/export',
    own: '11111 333333 3 3oo+ oo+ + 3 3333',
  },
  {
    route: 'GET /reports/completion/export | of a league',
    own: '11111 333333 3 3oo3 oo3 o 3 3333',
    other: '11111 333333 3 333+ 33+ + 3 3333',
  },
];
