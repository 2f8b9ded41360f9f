// The database of the earlier product as its own migrations made it: the tables that are read, with their types.
const STAMPS = `"createdAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" timestamp NOT NULL`;
const to = (table: string) => `text NOT NULL REFERENCES ${table}(id) ON UPDATE CASCADE ON DELETE CASCADE`;

export const EARLIER_SCHEMA = `
CREATE TYPE "UserRole" AS ENUM ('GRAND_PATHFINDER','CHIEF_PATHFINDER','PATHFINDER','PIONEER','LUMINARY');
CREATE TYPE "UserStatus" AS ENUM ('PENDING','ACTIVE','SUSPENDED');
CREATE TYPE "ResourceType" AS ENUM ('BLOG','VIDEO','ARTICLE','EXTERNAL_LINK');
CREATE TYPE "AssignmentStatus" AS ENUM ('NOT_SUBMITTED','SUBMITTED');
CREATE TABLE cohorts (id text PRIMARY KEY, name text NOT NULL, description text, "isActive" boolean NOT NULL DEFAULT true,
  ${STAMPS}, "autoApprove" boolean NOT NULL DEFAULT false, "maxEnrollments" integer);
CREATE TABLE users (id text PRIMARY KEY, email text NOT NULL, ${STAMPS},
  "approvedById" text REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL, "githubUsername" text,
  "kaggleUsername" text, "linkedinUrl" text, name text NOT NULL, role "UserRole" NOT NULL DEFAULT 'PIONEER',
  status "UserStatus" NOT NULL DEFAULT 'PENDING', "twitterHandle" text, password text NOT NULL,
  "currentCohortId" text REFERENCES cohorts(id) ON UPDATE CASCADE ON DELETE SET NULL, department text,
  "discordUsername" text, "emailVerified" boolean NOT NULL DEFAULT false, "graduationYear" integer, institute text,
  "migratedToV2" boolean, olid text, "phoneNumber" text, "portfolioUrl" text, "studentId" text);
CREATE UNIQUE INDEX ON users (email);
CREATE UNIQUE INDEX ON users (olid);
CREATE TABLE leagues (id text PRIMARY KEY, name text NOT NULL, description text, ${STAMPS});
CREATE TABLE weeks (id text PRIMARY KEY, name text NOT NULL, description text, "order" integer NOT NULL,
  "leagueId" ${to('leagues')}, ${STAMPS});
CREATE TABLE sections (id text PRIMARY KEY, name text NOT NULL, description text, "order" integer NOT NULL,
  "weekId" ${to('weeks')}, ${STAMPS});
CREATE TABLE section_resources (id text PRIMARY KEY, title text NOT NULL, url text NOT NULL, type "ResourceType" NOT NULL,
  "order" integer NOT NULL, "sectionId" ${to('sections')}, ${STAMPS});
CREATE TABLE enrollments (id text PRIMARY KEY, "userId" ${to('users')}, "cohortId" ${to('cohorts')},
  "leagueId" ${to('leagues')}, "enrolledAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" timestamp NOT NULL);
CREATE UNIQUE INDEX ON enrollments ("userId", "cohortId", "leagueId");
CREATE TABLE section_progress (id text PRIMARY KEY, "userId" ${to('users')}, "sectionId" ${to('sections')},
  "isCompleted" boolean NOT NULL DEFAULT false, "completedAt" timestamp, "personalNote" text,
  "markedForRevision" boolean NOT NULL DEFAULT false, ${STAMPS});
CREATE UNIQUE INDEX ON section_progress ("userId", "sectionId");
CREATE TABLE resource_progress (id text PRIMARY KEY, "userId" ${to('users')}, "resourceId" ${to('section_resources')},
  "isCompleted" boolean NOT NULL DEFAULT false, "completedAt" timestamp, "personalNote" text,
  "markedForRevision" boolean NOT NULL DEFAULT false, "timeSpent" integer, ${STAMPS});
CREATE UNIQUE INDEX ON resource_progress ("userId", "resourceId");
CREATE TABLE badges (id text PRIMARY KEY, name text NOT NULL, description text, "imageUrl" text,
  "leagueId" ${to('leagues')}, ${STAMPS});
CREATE TABLE user_badges (id text PRIMARY KEY, "userId" ${to('users')}, "badgeId" ${to('badges')},
  "earnedAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE UNIQUE INDEX ON user_badges ("userId", "badgeId");
CREATE TABLE specializations (id text PRIMARY KEY, name text NOT NULL, description text, "cohortId" ${to('cohorts')}, ${STAMPS});
CREATE TABLE specialization_leagues (id serial PRIMARY KEY, "specializationId" ${to('specializations')},
  "leagueId" ${to('leagues')}, "order" integer NOT NULL);
CREATE UNIQUE INDEX ON specialization_leagues ("specializationId", "leagueId");
CREATE TABLE user_specializations (id text PRIMARY KEY, "userId" ${to('users')},
  "specializationId" ${to('specializations')}, "completedAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE UNIQUE INDEX ON user_specializations ("userId", "specializationId");
CREATE TABLE pathfinder_scopes (id text PRIMARY KEY, "pathfinderId" ${to('users')}, "leagueId" ${to('leagues')},
  "canManageUsers" boolean NOT NULL DEFAULT true, "canViewAnalytics" boolean NOT NULL DEFAULT true,
  "canCreateContent" boolean NOT NULL DEFAULT false, "assignedAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "assignedById" text NOT NULL REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT);
CREATE UNIQUE INDEX ON pathfinder_scopes ("pathfinderId", "leagueId");
CREATE TABLE assignments (id text PRIMARY KEY, title text NOT NULL, description text NOT NULL, "dueDate" timestamp,
  "leagueId" ${to('leagues')}, ${STAMPS});
CREATE UNIQUE INDEX ON assignments ("leagueId");
CREATE TABLE assignment_submissions (id text PRIMARY KEY, content text, "fileUrl" text, "githubUrl" text, "liveUrl" text,
  status "AssignmentStatus" NOT NULL DEFAULT 'NOT_SUBMITTED', "assignmentId" ${to('assignments')}, "userId" ${to('users')},
  "submittedAt" timestamp, ${STAMPS});
CREATE UNIQUE INDEX ON assignment_submissions ("assignmentId", "userId");
CREATE TABLE audit_logs (id text PRIMARY KEY, "userId" ${to('users')},
  "createdAt" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, description text, metadata jsonb, action text NOT NULL);
`;

type Row = Record<string, string | number | boolean | null | undefined>;

/** Rows by their table, in the order they are written. */
export type EarlierTables = Record<string, readonly Row[]>;

/** Statements that fill the tables; each row gets the moments that it does not name. */
export function toEarlierRows(tables: EarlierTables): string {
  const literal = (value: Row[string]) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  return Object.entries(tables)
    .flatMap(([table, rows]) =>
      rows.map((given) => {
        const isStamped = !UNSTAMPED.has(table);
        const row = isStamped ? { updatedAt: '2025-03-01 10:00:00', ...given } : given;
        const told = Object.entries(row).filter(([, value]) => value !== undefined);
        const names = told.map(([name]) => `"${name}"`);
        const values = told.map(([, value]) => literal(value));
        return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')});`;
      }),
    )
    .join('\n');
}

const UNSTAMPED = new Set([
  ...['user_badges', 'user_specializations', 'specialization_leagues', 'pathfinder_scopes', 'audit_logs'],
]);
