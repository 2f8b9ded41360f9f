import type { MatrixRows } from '../cells.ts';

/** CSV imports (docs/decisions/0027). */
export const IMPORTS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['POST /admin/imports/users'], own: '11111 333333 3 3333 333 o 3 3333' },
  {
    routes: ['POST /admin/imports/weeks', 'POST /admin/imports/sections', 'POST /admin/imports/resources'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 3344 344 4 3 3333',
  },
  // Rows that name their league are judged one by one: a row of another league is refused in the plan.
  {
    routes: ['POST /admin/imports/weeks | of any league'],
    own: '11111 333333 3 33oo 3oo o 3 3333',
    other: '11111 333333 3 33oo 3oo o 3 3333',
  },
];
