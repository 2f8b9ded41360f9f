import {
  FREQUENT_NAME,
  RARE_NAME,
  STAFF_COHORT,
  STAFF_LEAGUE,
  STAFF_USER,
  UNMET_NAME,
} from './staff-seed.ts';

/** Milliseconds by the clock that a list, and a search in one, may take (docs/product.md 5). */
const LIST_MS = 20;
const SEARCH_MS = 50;
/** A report is cut off there. */
const REPORT_MS = 2500;

interface StaffRead {
  name: string;
  /** Below /api. */
  path: string;
  /** Milliseconds. */
  limit: number;
  /** Staff of five leagues; of all where nothing is said. */
  as?: 'chief';
}

/** Stands in a path for the code of a certificate, which the filled database tells. */
export const CODE = 'the code of a certificate';

/** Each list and search that 'At a million' of docs/performance.md names. */
export const STAFF_READS: readonly StaffRead[] = [
  ...asLists({
    enrollments: '/progress/enrollments?page=1&limit=50',
    'enrollments, page 300': '/progress/enrollments?page=300&limit=50',
    'enrollments of a league': `/progress/enrollments?page=1&limit=50&leagueId=${STAFF_LEAGUE}`,
    'enrollments of a cohort': `/progress/enrollments?page=1&limit=50&cohortId=${STAFF_COHORT}`,
    'enrollments of a league in one cohort': `/progress/enrollments?page=1&limit=50&leagueId=${STAFF_LEAGUE}&cohortId=${STAFF_COHORT}`,
  }),
  {
    name: 'enrollments, five leagues in scope',
    path: '/progress/enrollments?page=1&limit=50',
    limit: LIST_MS,
    as: 'chief',
  },
  ...asLists({
    users: '/admin/users?page=1&limit=50',
    'users, by name': '/admin/users?page=1&limit=50&sort=name',
    'users who wait': '/admin/users?page=1&limit=50&status=PENDING',
  }),
  ...asSearches({
    'users by a rare name': `/admin/users?page=1&limit=50&search=${RARE_NAME}`,
    'users by a frequent name': `/admin/users?page=1&limit=50&search=${FREQUENT_NAME}`,
    'users by address': '/admin/users?page=1&limit=50&search=learner-4321%40',
    'users by handle': '/admin/users?page=1&limit=50&search=player4321',
    'search of the dashboard, rare name': `/admin/search?q=${RARE_NAME}`,
    'search of the dashboard, frequent name': `/admin/search?q=${FREQUENT_NAME}`,
  }),
  ...asLists({
    submissions: '/admin/assignments/submissions?page=1&limit=50',
    'review queue': '/admin/assignments/submissions/queue?page=1',
    'review queue, what waits': '/admin/assignments/submissions/queue?page=1&status=SUBMITTED',
  }),
  ...asSearches({
    'review queue by a rare name': `/admin/assignments/submissions/queue?page=1&search=${RARE_NAME}`,
    'review queue by a frequent name': `/admin/assignments/submissions/queue?page=1&search=${FREQUENT_NAME}`,
    'review queue, what waits, by a frequent name of nobody in it': `/admin/assignments/submissions/queue?page=1&status=SUBMITTED&search=${UNMET_NAME}`,
    'review queue by a frequent name of nobody who waits': `/admin/assignments/submissions/queue?page=1&search=${UNMET_NAME}`,
  }),
  ...asLists({ certificates: '/admin/certificates?page=1&limit=50' }),
  ...asSearches({
    'certificates by a rare name': `/admin/certificates?page=1&limit=50&search=${RARE_NAME}`,
    'certificates by a frequent name': `/admin/certificates?page=1&limit=50&search=${FREQUENT_NAME}`,
    'certificates by code': `/admin/certificates?page=1&limit=50&search=${CODE}`,
  }),
  ...asLists({
    badges: '/admin/badges?page=1&limit=50',
    'holders of a badge': '/admin/badges/staff-badge-7/holders?page=1&limit=50',
  }),
  ...asSearches({
    'holders of a badge by a rare name': `/admin/badges/staff-badge-7/holders?page=1&limit=50&search=${RARE_NAME}`,
    'holders of a badge by a frequent name': `/admin/badges/staff-badge-7/holders?page=1&limit=50&search=${FREQUENT_NAME}`,
    'holders of a badge by a frequent name of none of them': `/admin/badges/staff-badge-7/holders?page=1&limit=50&search=${UNMET_NAME}`,
  }),
  ...asLists({
    'audit log': '/admin/audit-logs?page=1&limit=50',
    'audit log, page 1,000': '/admin/audit-logs?page=1000&limit=50',
    'audit log of a league': `/admin/audit-logs?page=1&limit=50&leagueId=${STAFF_LEAGUE}`,
    'audit log of an action': '/admin/audit-logs?page=1&limit=50&action=USER_ENROLLED',
    'audit log of an action and a league': `/admin/audit-logs?page=1&limit=50&action=USER_ENROLLED&leagueId=${STAFF_LEAGUE}`,
  }),
  ...asSearches({
    'audit log by a rare name of who did it': `/admin/audit-logs?page=1&limit=50&actor=${RARE_NAME}`,
    'audit log by a frequent name of who did it': `/admin/audit-logs?page=1&limit=50&actor=${FREQUENT_NAME}`,
  }),
  ...asLists({
    'figures of a cohort': `/analytics/cohort/${STAFF_COHORT}`,
    'figures of a learner': `/analytics/user/${STAFF_USER}`,
    'tasks of all leagues': '/admin/assignments?page=1&limit=50',
    pathfinders: '/admin/pathfinder-assignments?page=1&limit=50',
  }),
  { name: 'figures of the platform', path: '/analytics/platform', limit: REPORT_MS },
  {
    name: 'figures of the platform, five leagues',
    path: '/analytics/platform',
    limit: REPORT_MS,
    as: 'chief',
  },
  { name: 'completion of all leagues', path: '/reports/completion?days=365', limit: REPORT_MS },
  { name: 'submissions over a year', path: '/reports/submissions?days=365', limit: REPORT_MS },
  { name: 'approvals over a year', path: '/reports/approvals?days=365', limit: REPORT_MS },
];

function asLists(paths: Record<string, string>): StaffRead[] {
  return Object.entries(paths).map(([name, path]) => ({ name, path, limit: LIST_MS }));
}

function asSearches(paths: Record<string, string>): StaffRead[] {
  return Object.entries(paths).map(([name, path]) => ({ name, path, limit: SEARCH_MS }));
}
