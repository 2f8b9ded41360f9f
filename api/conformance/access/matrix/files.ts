import type { MatrixRows } from '../cells.ts';

/** A league as files (docs/decisions/0026). */
export const FILES: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  {
    routes: ['GET /admin/leagues/:id/files'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['POST /admin/leagues/:id/files/preview', 'POST /admin/leagues/:id/files/apply'],
    own: '11111 333333 3 3303 303 0 3 3333',
    other: '11111 333333 3 3330 330 0 3 3333',
    lost: '11111 333333 3 4444 444 4 3 3333',
  },
];
