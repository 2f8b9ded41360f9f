import type { MatrixRows } from '../cells.ts';

/** Users, roles, scopes, the audit log and mail, for staff (docs/api.md 1.18, 1.19). */
export const USERS: MatrixRows[] = [
  // Columns: PRINCIPALS, in the groups of `toRow`. Cells: `Cell` in ../cells.ts.
  { routes: ['GET /admin/users', 'GET /admin/pending-users'], own: '11111 333333 3 3333 3pp p 3 3333' },
  {
    routes: ['GET /admin/users/:userId', 'PUT /admin/users/:userId/approve'],
    own: '11111 333333 3 3333 3oo o 3 3333',
    other: '11111 333333 3 3333 3pp p 3 3333',
    lost: '11111 333333 3 3333 344 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['POST /admin/approve-user'],
    own: '11111 333333 3 3333 3oo o 3 3333',
    other: '11111 333333 3 3333 3pp p 3 3333',
    lost: '11111 333333 3 3333 344 4 3 3333',
  },
  {
    routes: [
      'PUT /admin/update-role',
      'PUT /admin/users/:userId/role',
      'PUT /admin/update-status',
      'PUT /admin/users/:userId/status',
      'GET /admin/pathfinder-leagues/:pathfinderId',
    ],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 p 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: [
      'POST /admin/users/:userId/end-sessions',
      'DELETE /admin/users/:userId/passkeys',
      'DELETE /admin/pathfinder-leagues/:pathfinderId/:leagueId',
    ],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  { routes: ['GET /admin/people'], own: '11111 333333 3 33pp 3pp p 3 3333' },
  {
    routes: ['POST /admin/people/:userId/approve'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33o o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 4444 444 4 3 3333',
  },
  {
    routes: ['POST /admin/people/:userId/enroll'],
    own: '11111 333333 3 3393 393 9 3 3333',
    other: '11111 333333 3 3339 339 9 3 3333',
    mixed: '11111 333333 3 3334 334 o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
    malformed: '11111 333333 3 4444 444 4 3 3333',
  },
  { routes: ['GET /admin/user-matches'], own: '11111 333333 3 3333 3++ + 3 3333' },
  {
    routes: ['POST /admin/user-approvals'],
    own: '11111 333333 3 3333 3oo o 3 3333',
    other: '11111 333333 3 3333 3pp p 3 3333',
    lost: '11111 333333 3 3333 3oo o 3 3333',
  },
  {
    routes: ['PUT /admin/user-statuses'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 p 3 3333',
    lost: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    routes: ['POST /admin/user-enrollments', 'POST /admin/user-unenrollments'],
    own: '11111 333333 3 33o3 3o3 o 3 3333',
    other: '11111 333333 3 333o 33p p 3 3333',
    lost: '11111 333333 3 3333 333 o 3 3333',
  },
  {
    routes: ['GET /auth/email-verification/verification-status/:userId'],
    own: '11111 333333 3 3333 3oo o 3 3333',
    other: '11111 333333 3 3333 3oo o 3 3333',
    lost: '11111 333333 3 3333 344 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['POST /auth/email-verification/admin-verify-email/:userId'],
    own: '11111 333333 3 3333 300 0 3 3333',
    other: '11111 333333 3 3333 300 0 3 3333',
    lost: '11111 333333 3 3333 344 4 3 3333',
    malformed: '11111 333333 3 3333 444 4 3 3333',
  },
  {
    routes: ['POST /admin/assign-leagues'],
    own: '11111 333333 3 3333 333 o 3 3333',
    other: '11111 333333 3 3333 333 p 3 3333',
    mixed: '11111 333333 3 3333 333 o 3 3333',
    lost: '11111 333333 3 3333 333 4 3 3333',
  },
  {
    routes: ['PUT /admin/pathfinder-leagues/:pathfinderId/:leagueId/permissions'],
    own: '11111 333333 3 3333 333 0 3 3333',
    other: '11111 333333 3 3333 333 0 3 3333',
    lost: '11111 333333 3 3333 333 0 3 3333',
    malformed: '11111 333333 3 3333 333 4 3 3333',
  },
  { routes: ['GET /admin/pathfinder-assignments'], own: '11111 333333 3 3333 333 p 3 3333' },
  { routes: ['GET /admin/search'], own: '11111 333333 3 ooo+ oo+ + 3 3333' },
  {
    routes: ['GET /admin/audit-logs', 'GET /admin/mail/domains', 'GET /admin/audit-logs/export'],
    own: '11111 333333 3 3333 333 o 3 3333',
  },
];
