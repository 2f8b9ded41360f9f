import { sql } from 'drizzle-orm';
import type { ResourceType } from '#contract/resources.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { StartError } from '../platform/process/start-error.ts';

// Tables and columns of the earlier product's database; its timestamps are UTC without a zone.

const STAMPS = ['id', 'createdAt', 'updatedAt'] as const;
const DESCRIBED = [...STAMPS, 'name', 'description'] as const;

const COLUMNS = {
  users: [
    ...[...STAMPS, 'email', 'name', 'password', 'role', 'status', 'emailVerified', 'migratedToV2', 'olid'],
    ...['approvedById', 'currentCohortId', 'institute', 'department', 'graduationYear', 'phoneNumber'],
    ...['studentId', 'portfolioUrl', 'linkedinUrl', 'twitterHandle', 'githubUsername', 'kaggleUsername'],
    'discordUsername',
  ],
  cohorts: [...DESCRIBED, 'isActive', 'autoApprove', 'maxEnrollments'],
  leagues: DESCRIBED,
  weeks: [...DESCRIBED, 'order', 'leagueId'],
  sections: [...DESCRIBED, 'order', 'weekId'],
  section_resources: [...STAMPS, 'title', 'url', 'type', 'order', 'sectionId'],
  badges: [...DESCRIBED, 'imageUrl', 'leagueId'],
  specializations: [...DESCRIBED, 'cohortId'],
  specialization_leagues: ['id', 'specializationId', 'leagueId', 'order'],
  assignments: [...STAMPS, 'title', 'description', 'dueDate', 'leagueId'],
  enrollments: ['id', 'userId', 'cohortId', 'leagueId', 'enrolledAt', 'updatedAt'],
  pathfinder_scopes: [
    ...['id', 'pathfinderId', 'leagueId', 'canManageUsers', 'canViewAnalytics', 'canCreateContent'],
    ...['assignedAt', 'assignedById'],
  ],
  user_badges: ['id', 'userId', 'badgeId', 'earnedAt'],
  user_specializations: ['id', 'userId', 'specializationId', 'completedAt'],
  assignment_submissions: [
    ...[...STAMPS, 'assignmentId', 'userId', 'status', 'content', 'fileUrl', 'githubUrl', 'liveUrl'],
    'submittedAt',
  ],
} as const;

export type EarlierTable = keyof typeof COLUMNS;
export type EarlierRows = {
  [Table in EarlierTable]: {
    [Column in (typeof COLUMNS)[Table][number]]: Table extends 'specialization_leagues'
      ? Column extends 'id'
        ? number
        : ValueOf<Column>
      : ValueOf<Column>;
  };
};
export type EarlierUser = EarlierRows['users'];
export type EarlierResource = EarlierRows['section_resources'];
export type EarlierSubmission = EarlierRows['assignment_submissions'];

interface Values extends Record<Flag, boolean>, Record<Optional, string | null> {
  migratedToV2: boolean | null;
  graduationYear: number | null;
  maxEnrollments: number | null;
  order: number;
  type: ResourceType;
}
type ValueOf<Column> = Column extends keyof Values ? Values[Column] : string;
type Flag =
  | ('emailVerified' | 'isActive' | 'autoApprove')
  | ('canManageUsers' | 'canViewAnalytics' | 'canCreateContent');
type Optional =
  | ('olid' | 'approvedById' | 'currentCohortId' | 'institute' | 'department' | 'phoneNumber' | 'studentId')
  | ('portfolioUrl' | 'linkedinUrl' | 'twitterHandle' | 'githubUsername' | 'kaggleUsername')
  | ('discordUsername' | 'description' | 'imageUrl' | 'dueDate')
  | ('content' | 'fileUrl' | 'githubUrl' | 'liveUrl' | 'submittedAt');

const PROGRESS = [
  ...[...STAMPS, 'userId', 'isCompleted', 'completedAt'],
  ...['personalNote', 'markedForRevision'],
];

// Read by SQL in pages, because these tables are too large for memory.
const READ_IN_SQL = {
  resource_progress: [...PROGRESS, 'resourceId', 'timeSpent'],
  section_progress: [...PROGRESS, 'sectionId'],
};

const LEFT_BEHIND = {
  audit_logs: 'entries here are sealed in the order they happen; keep the earlier database as their archive',
};

const PAGE = 5000;

/** Throws StartError when tables or columns are missing. */
export async function requireEarlier(source: Database): Promise<void> {
  const found = await queryRows<{ name: string }>(
    source,
    sql`select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public'`,
  );
  const names = new Set(found.map(({ name }) => name));
  const missing = Object.entries({ ...COLUMNS, ...READ_IN_SQL }).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`).filter((name) => !names.has(name)),
  );
  if (missing.length === 0) return;
  const [first = '', ...more] = missing;
  throw new StartError(
    `This is not a database of the earlier product, or its role may not read it: there is no ${first}` +
      `${more.length > 0 ? `, nor ${more.length} other columns` : ''}. Check EARLIER_DATABASE_URL: the name of the database, and that its role may ` +
      'read (GRANT SELECT ON ALL TABLES IN SCHEMA public).',
  );
}

export async function countLeftBehind(
  source: Database,
): Promise<{ table: string; rows: number; why: string }[]> {
  const counts: { table: string; rows: number; why: string }[] = [];
  for (const [table, why] of Object.entries(LEFT_BEHIND)) {
    const [there] = await queryRows<{ is_there: boolean }>(
      source,
      sql`select to_regclass(${`public.${table}`}) is not null as is_there`,
    );
    if (!there?.is_there) continue;
    const [row] = await queryRows<{ rows: string | number }>(
      source,
      sql`select count(*) as rows from ${sql.identifier(table)}`,
    );
    counts.push({ table, rows: Number(row?.rows ?? 0), why });
  }
  return counts;
}

export async function readTable<Table extends EarlierTable>(
  source: Database,
  table: Table,
): Promise<EarlierRows[Table][]> {
  const columns = COLUMNS[table].map((column) => sql.identifier(column));
  const rows: EarlierRows[Table][] = [];
  for (let last: string | number | null = null; ; ) {
    const after = last === null ? sql`` : sql`where id > ${last}`;
    const [page] = await queryRows<{ rows: string | null }>(
      source,
      sql`select json_agg(page)::text as rows from (
        select ${sql.join(columns, sql`, `)} from public.${sql.identifier(table)} ${after} order by id limit ${PAGE}
      ) page`,
    );
    const read = JSON.parse(page?.rows ?? '[]') as EarlierRows[Table][];
    rows.push(...read);
    last = (read.at(-1) as { id: string | number } | undefined)?.id ?? null;
    if (read.length < PAGE) return rows;
  }
}
