import type { MatrixRow } from '../cells.ts';

/** CSV imports (docs/decisions/0027). */
export const IMPORTS: MatrixRow[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    route: 'POST /admin/imports/users',
    own: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    route: 'POST /admin/imports/weeks',
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    kind: '11111 333333 3 3344 344 4 3 3333',
    deleted: '11111 333333 3 3344 344 4 3 3333',
    random: '11111 333333 3 3344 344 4 3 3333',
    malformed: '11111 333333 3 3344 344 4 3 3333',
  },
  {
    route: 'POST /admin/imports/sections',
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    kind: '11111 333333 3 3344 344 4 3 3333',
    deleted: '11111 333333 3 3344 344 4 3 3333',
    random: '11111 333333 3 3344 344 4 3 3333',
    malformed: '11111 333333 3 3344 344 4 3 3333',
  },
  {
    route: 'POST /admin/imports/resources',
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    kind: '11111 333333 3 3344 344 4 3 3333',
    deleted: '11111 333333 3 3344 344 4 3 3333',
    random: '11111 333333 3 3344 344 4 3 3333',
    malformed: '11111 333333 3 3344 344 4 3 3333',
  },
  // Rows that name their league are judged one by one: a row of another league is refused in the plan.
  {
    route: 'POST /admin/imports/weeks | of any league',
    own: '11111 333333 3 33oo 3oo o 3 3333',
    other: '11111 333333 3 33oo 3oo o 3 3333',
  },
];
