import type { MatrixRow, MatrixRows } from './cells.ts';
import { ACCOUNTS } from './matrix/accounts.ts';
import { ASSIGNMENTS } from './matrix/assignments.ts';
import { AWARDS } from './matrix/awards.ts';
import { CALENDAR } from './matrix/calendar.ts';
import { COHORTS } from './matrix/cohorts.ts';
import { CONTENT } from './matrix/content.ts';
import { EVENTS } from './matrix/events.ts';
import { EXPORTS } from './matrix/exports.ts';
import { FIGURES } from './matrix/figures.ts';
import { FILES } from './matrix/files.ts';
import { IMPORTS } from './matrix/imports.ts';
import { LEARNING } from './matrix/learning.ts';
import { MENTORING } from './matrix/mentoring.ts';
import { NEWS } from './matrix/news.ts';
import { REACHING } from './matrix/reaching.ts';
import { USERS } from './matrix/users.ts';

const TOGETHER: MatrixRows[] = [
  ...ACCOUNTS,
  ...USERS,
  ...ASSIGNMENTS,
  ...AWARDS,
  ...FIGURES,
  ...EXPORTS,
  ...COHORTS,
  ...CONTENT,
  ...FILES,
  ...IMPORTS,
  ...LEARNING,
  ...NEWS,
  ...EVENTS,
  ...MENTORING,
  ...CALENDAR,
  ...REACHING,
];

/** The whole permission matrix. */
export const ROWS: MatrixRow[] = TOGETHER.flatMap(({ routes, lost, ...cells }) => {
  const nowhere = lost === undefined ? {} : { kind: lost, deleted: lost, random: lost, malformed: lost };
  return routes.map((route) => ({ route, ...nowhere, ...cells }));
});
