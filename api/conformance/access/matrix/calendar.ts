import type { MatrixRows } from '../cells.ts';

/** The own calendar and its feed (docs/api.md 2). */
export const CALENDAR: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  // Both people of a session see its place. The address of the feed holds the caller's id.
  { routes: ['GET /users/me/calendar'], own: '11111 33ooop o ooop ooo o o 3333' },
  { routes: ['POST /users/me/calendar/feed'], own: '11111 33ooo+ o oooo ooo o o 3333' },
  { routes: ['GET /calendar/:secret'], own: '44444 444444 4 4444 444 4 4 4444' },
];
