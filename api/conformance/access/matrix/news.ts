import type { MatrixRows } from '../cells.ts';

/** News and announcements (docs/api.md 2). */
export const NEWS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['POST /news/unsubscribe/:token'], own: '00000 000000 0 0000 000 0 0 0000' },
];
