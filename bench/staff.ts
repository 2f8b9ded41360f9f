import { countClosedPeriods } from '#api/analytics/activity-counts.ts';
import type { OpenDatabase } from '#api/db/client.ts';
import { migrateDatabase } from '#api/db/migrate.ts';
import { openDatabase } from '#api/db/open.ts';
import { parseEnv } from '#api/process/env.ts';
import { medianLatency } from './load.ts';
import {
  FREQUENT_NAME,
  type Scale,
  STAFF_COHORT,
  STAFF_LEAGUE,
  STAFF_SCALE,
  STAFF_USER,
  type StaffTokens,
  seedStaff,
} from './staff-seed.ts';
import { type Settings, startTarget } from './target.ts';

/** What the admin area asks for, each a report or the first page of a list. */
const STAFF_READS: readonly { name: string; path: string; as?: 'chief' | 'head' }[] = [
  { name: 'activity of a year', path: '/reports/activity?days=365' },
  { name: 'activity of a year, one league', path: `/reports/activity?days=365&leagueId=${STAFF_LEAGUE}` },
  { name: 'activity of a year, five leagues', path: '/reports/activity?days=365', as: 'chief' },
  { name: 'activity of a year, twenty leagues', path: '/reports/activity?days=365', as: 'head' },
  { name: 'completion', path: '/reports/completion?days=365' },
  { name: 'completion, steps of a league', path: `/reports/completion?days=365&leagueId=${STAFF_LEAGUE}` },
  { name: 'submissions report', path: '/reports/submissions?days=365' },
  { name: 'approvals report', path: '/reports/approvals?days=365' },
  { name: 'approvals report, five leagues', path: '/reports/approvals?days=365', as: 'chief' },
  { name: 'platform figures', path: '/analytics/platform' },
  { name: 'platform figures, five leagues', path: '/analytics/platform', as: 'chief' },
  { name: 'cohort figures', path: `/analytics/cohort/${STAFF_COHORT}` },
  { name: 'learner figures', path: `/analytics/user/${STAFF_USER}` },
  { name: 'users', path: '/admin/users?page=1&limit=50' },
  { name: 'users, last page', path: '/admin/users?page=400&limit=50' },
  { name: 'users by name', path: '/admin/users?page=1&limit=50&search=learner-19' },
  { name: 'users of five leagues', path: '/admin/users?page=1&limit=50', as: 'chief' },
  { name: 'users who wait', path: '/admin/pending-users?page=1&limit=50' },
  { name: 'cohorts', path: '/cohorts?page=1&limit=50' },
  { name: 'leagues', path: '/leagues?page=1&limit=50' },
  { name: 'weeks', path: '/weeks?page=1&limit=50' },
  { name: 'sections', path: '/sections?page=1&limit=50' },
  { name: 'resources', path: '/resources?page=1&limit=50' },
  { name: 'resources by title', path: '/resources?page=1&limit=50&search=199' },
  { name: 'specializations', path: '/specializations?page=1&limit=50' },
  { name: 'assignments', path: '/admin/assignments?page=1&limit=50' },
  { name: 'submissions', path: '/admin/assignments/submissions?page=1&limit=50' },
  { name: 'badges', path: '/badges?page=1&limit=50' },
  { name: 'badges of staff', path: '/admin/badges?page=1&limit=50' },
  { name: 'certificates', path: '/admin/certificates?page=1&limit=50' },
  { name: 'scopes', path: '/admin/pathfinder-assignments?page=1&limit=50' },
  { name: 'audit log', path: '/admin/audit-logs?page=1&limit=50' },
  { name: 'audit log of a league', path: `/admin/audit-logs?page=1&limit=50&leagueId=${STAFF_LEAGUE}` },
  { name: 'search', path: `/admin/search?q=${FREQUENT_NAME}` },
];

export interface StaffFigure {
  name: string;
  /** Null where the call refused. */
  ms: number | null;
}

export const STAFF_LIMIT_MS = 100;
const REQUESTS = 11;

/** What a server does by itself within minutes. */
async function tidyUp(url: string): Promise<void> {
  const server = new Bun.SQL(url);
  await server.unsafe('VACUUM ANALYZE');
  await server.close();
}

/** Migrates and fills the database of the settings. */
export async function prepareStaff<Extra>(
  settings: Settings,
  scale: Scale,
  more: (database: OpenDatabase) => Promise<Extra>,
): Promise<StaffTokens & Extra> {
  const database = await openDatabase(parseEnv(settings));
  try {
    await migrateDatabase(database);
    const tokens = await seedStaff(database, scale);
    await tidyUp(settings.DATABASE_URL ?? '');
    return { ...tokens, ...(await more(database)) };
  } finally {
    await database.close();
  }
}

/** Fills the database of the settings and asks each read of staff several times; medians in milliseconds. */
export async function measureStaffReads(settings: Settings): Promise<StaffFigure[]> {
  const tokens = await prepareStaff(settings, STAFF_SCALE, async ({ db }) => {
    await countClosedPeriods(db, parseEnv(settings).TIME_ZONE);
    return {};
  });
  const target = await startTarget('api/server.ts', settings, '/livez');
  try {
    const figures: StaffFigure[] = [];
    for (const { name, path, as = 'grand' } of STAFF_READS) {
      const url = `${target.origin}/api${path}`;
      const headers = { authorization: `Bearer ${tokens[as]}` };
      const isServed = (await fetch(url, { headers })).ok;
      figures.push({ name, ms: isServed ? await medianLatency(url, REQUESTS, headers) : null });
    }
    return figures;
  } finally {
    await target.stop();
  }
}
