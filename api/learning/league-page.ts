import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decideAccess } from '#contract/access.ts';
import { LEARNING_ERRORS, type LeagueProgress } from '#contract/learning.ts';
import type { ResourceWithProgress } from '#contract/resource-progress.ts';
import { isAdmin } from '#contract/roles.ts';
import { toPercentage } from '#contract/shared.ts';
import type { MySubmission, SubmissionAttempt } from '#contract/submissions.ts';
import { leagueCertificateOf, presentCertificate } from '../awards/certificates/own.ts';
import { type Actor, listScopes } from '../platform/access/actor.ts';
import { isExpired } from '../platform/access/league-scope.ts';
import { type Database, toIso } from '../platform/db/client.ts';
import { currentCurriculumVersion } from '../platform/db/curriculum-version.ts';
import { asRow, oneRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { assignments, leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import {
  enrollments,
  resourceProgress,
  sectionProgress,
  submissionAttempts,
  submissions,
} from '../platform/db/schema/learning.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { LeagueStructure, LeagueStructures } from './league-structure.ts';
import { recordFields, toProgressFinder } from './section-resources.ts';
import { decideViewing } from './tracking.ts';

type WeekProgress = LeagueProgress['progress']['weeks'][number];
type SectionProgress = WeekProgress['sections'][number];

interface Asked {
  actor: Actor;
  leagueId: string;
  askedUserId: string | undefined;
  own: OwnOfLeague | null;
}

/** Throws LEAGUE_NOT_FOUND, USER_NOT_FOUND, LEAGUE_NOT_ENROLLED, PROGRESS_OF_OTHERS_REFUSED. */
export function createLeaguePageReader(db: Database, structures: LeagueStructures) {
  const findOther = prepareOther(db);
  return async ({ actor, leagueId, askedUserId, own }: Asked): Promise<LeagueProgress> => {
    const { userId, viewerId } = decideViewing(actor, askedUserId);
    if (viewerId && !(await canViewLearners(db, actor, leagueId))) {
      throw new ApiError(LEARNING_ERRORS.PROGRESS_OF_OTHERS_REFUSED);
    }
    const isOwn = userId === actor.id;
    const [other] = isOwn ? [] : await findOther.execute({ leagueId, userId });
    const found = isOwn ? own : other;
    const structure = found && (await structures.get(leagueId, found.version));
    if (!structure) throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_FOUND);
    const user = isOwn ? actor : other?.user;
    if (!user) throw new ApiError(LEARNING_ERRORS.USER_NOT_FOUND);
    if (!found.enrollment && !(isOwn && (await canPreviewLeague(db, actor, leagueId)))) {
      throw new ApiError(LEARNING_ERRORS.LEAGUE_NOT_ENROLLED);
    }
    return presentLeague(structure, found, { id: user.id, name: user.name, email: user.email });
  };
}

// Staff with a scope see and tick a league without enrollment (docs/api.md 1.7).
async function canPreviewLeague(db: Database, actor: Actor, leagueId: string): Promise<boolean> {
  if (!decideAccess(actor, 'staff').allowed || !isAdmin(actor.role)) return false;
  if (actor.role === 'GRAND_PATHFINDER') return true;
  return (await listScopes(db, actor)).some((scope) => scope.leagueId === leagueId);
}

async function canViewLearners(db: Database, actor: Actor, leagueId: string): Promise<boolean> {
  const scope = (await listScopes(db, actor)).find((candidate) => candidate.leagueId === leagueId);
  return scope !== undefined && (scope.canViewAnalytics || scope.canManageUsers);
}

const ownFields = (userId: SQLWrapper) => ({
  version: currentCurriculumVersion,
  isExpired,
  enrollment: oneRow(
    selectRow({ id: enrollments.id, enrolledAt: enrollments.enrolledAt })
      .from(enrollments)
      .where(and(eq(enrollments.userId, userId), eq(enrollments.leagueId, leagues.id)))
      .orderBy(enrollments.enrolledAt, enrollments.id)
      .limit(1),
  ),
  badge: oneRow(
    selectRow({ earnedAt: userBadges.earnedAt })
      .from(userBadges)
      .innerJoin(badges, eq(badges.id, userBadges.badgeId))
      .where(and(eq(badges.leagueId, leagues.id), eq(userBadges.userId, userId))),
  ),
  certificate: leagueCertificateOf(userId, leagues.id),
  submissions: leagueSubmissionsOf(userId, leagues.id),
  sections: rowList(
    selectRow({
      sectionId: sectionProgress.sectionId,
      completedAt: sectionProgress.completedAt,
      markedAt: sectionProgress.markedForRevisionAt,
      personalNote: sectionProgress.personalNote,
    })
      .from(weeks)
      .innerJoin(sections, eq(sections.weekId, weeks.id))
      .innerJoin(
        sectionProgress,
        and(eq(sectionProgress.sectionId, sections.id), eq(sectionProgress.userId, userId)),
      )
      .where(eq(weeks.leagueId, leagues.id)),
  ),
  records: rowList(
    selectRow(recordFields)
      .from(weeks)
      .innerJoin(sections, eq(sections.weekId, weeks.id))
      .innerJoin(resources, eq(resources.sectionId, sections.id))
      .innerJoin(
        resourceProgress,
        and(eq(resourceProgress.resourceId, resources.id), eq(resourceProgress.userId, userId)),
      )
      .where(eq(weeks.leagueId, leagues.id)),
  ),
});

const isAsked = eq(leagues.id, sql.placeholder('leagueId'));

/** Runs in the session statement. Null without a league. */
export const ownOfLeague = (userId: PgColumn) =>
  oneRow(selectRow(ownFields(userId)).from(leagues).where(isAsked));
type OwnOfLeague = NonNullable<ReturnType<typeof ownOfLeague>['_']['type']>;

function prepareOther(db: Database) {
  const userId = sql`${sql.placeholder('userId')}`;
  const user = oneRow(
    selectRow({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.id, userId)),
  );
  return db
    .select({ ...ownFields(userId), user })
    .from(leagues)
    .where(isAsked)
    .prepare('league_of_another');
}

function presentLeague(
  { league, badge, assignment, weeks }: LeagueStructure,
  own: OwnOfLeague,
  user: LeagueProgress['user'],
): LeagueProgress {
  const findProgress = toProgressFinder(own.records);
  const known = new Map(own.sections.map((section) => [section.sectionId, section]));
  const shown = weeks.map((week) =>
    presentWeek(
      week,
      week.sections.map((section) =>
        presentSection(section, section.resources.map(findProgress), known.get(section.id)),
      ),
    ),
  );
  const { expiresAt, hasAssignment, ...named } = league;
  const sums = addUp(shown);
  return {
    user,
    league: { ...named, isExpired: own.isExpired, expiresAt, hasAssignment },
    enrollment: own.enrollment && { ...own.enrollment, enrolledAt: toIso(own.enrollment.enrolledAt) },
    progress: {
      ...sums,
      completedWeeks: shown.filter(({ isCompleted }) => isCompleted).length,
      weeksCount: shown.length,
      progressPercentage: toPercentage(sums.completedResources, sums.totalResources),
      weeks: shown,
    },
    badge: badge && { ...badge, earnedAt: toIso(own.badge?.earnedAt ?? null) },
    certificate: own.certificate && presentCertificate(own.certificate),
    assignment,
    submissions: own.submissions.map((submission) => presentSubmission(submission, league)),
  };
}

function presentWeek(
  { id, name, description, order }: LeagueStructure['weeks'][number],
  shown: SectionProgress[],
): WeekProgress {
  const sums = addUp(
    shown.map(({ completedResources, resourceCount, progress }) => ({
      completedResources,
      totalResources: resourceCount,
      completedSections: progress.isCompleted ? 1 : 0,
      totalSections: 1,
    })),
  );
  return {
    id,
    name,
    description,
    order,
    isCompleted: shown.length > 0 && sums.completedSections === shown.length,
    ...sums,
    progressPercentage: toPercentage(sums.completedResources, sums.totalResources),
    sections: shown,
  };
}

function presentSection(
  { id, name, description, order }: LeagueStructure['weeks'][number]['sections'][number],
  shown: ResourceWithProgress[],
  own: OwnOfLeague['sections'][number] | undefined,
): SectionProgress {
  const completedAt = toIso(own?.completedAt ?? null);
  return {
    id,
    name,
    description,
    order,
    resources: shown,
    resourceCount: shown.length,
    completedResources: shown.filter(({ progress }) => progress.isCompleted).length,
    progress: {
      isCompleted: completedAt !== null,
      completedAt,
      personalNote: own?.personalNote ?? null,
      markedForRevision: own?.markedAt != null,
    },
  };
}

type Sums = Pick<
  WeekProgress,
  'completedResources' | 'totalResources' | 'completedSections' | 'totalSections'
>;

function addUp(parts: readonly Sums[]): Sums {
  const sums = { completedResources: 0, totalResources: 0, completedSections: 0, totalSections: 0 };
  for (const part of parts) {
    sums.completedResources += part.completedResources;
    sums.totalResources += part.totalResources;
    sums.completedSections += part.completedSections;
    sums.totalSections += part.totalSections;
  }
  return sums;
}

const toAnswerFields = <Table extends typeof submissions | typeof submissionAttempts>(table: Table) => ({
  status: table.status,
  content: table.content,
  githubUrl: table.githubUrl,
  liveUrl: table.liveUrl,
  fileUrl: table.fileUrl,
  feedback: table.feedback,
  submittedAt: table.submittedAt,
  reviewedAt: table.reviewedAt,
});

const leagueSubmissionsOf = (userId: SQLWrapper, leagueId: SQLWrapper) =>
  rowList(
    selectRow({
      ...toAnswerFields(submissions),
      id: submissions.id,
      attempts: submissions.attempts,
      assignment: asRow({ id: assignments.id, title: assignments.title }),
      history: rowList(
        selectRow({ ...toAnswerFields(submissionAttempts), number: submissionAttempts.number })
          .from(submissionAttempts)
          .where(eq(submissionAttempts.submissionId, submissions.id))
          .orderBy(desc(submissionAttempts.number)),
      ),
    })
      .from(assignments)
      .innerJoin(submissions, eq(submissions.assignmentId, assignments.id))
      .where(and(eq(assignments.leagueId, leagueId), eq(submissions.userId, userId)))
      .orderBy(desc(submissions.submittedAt), desc(submissions.id)),
  );

type SubmissionRow = (typeof leagueSubmissionsOf extends (...asked: never[]) => { _: { type: infer Rows } }
  ? Rows
  : never)[number];

function presentSubmission(
  { assignment, history, ...row }: SubmissionRow,
  league: { id: string; name: string },
): MySubmission {
  return {
    ...presentAnswer(row),
    assignment: { ...assignment, leagueId: league.id, league: { id: league.id, name: league.name } },
    history: history.map(presentAnswer),
  };
}

function presentAnswer<Row extends { status: string; submittedAt: string; reviewedAt: string | null }>(
  row: Row,
) {
  return {
    ...row,
    status: row.status as SubmissionAttempt['status'],
    submittedAt: toIso(row.submittedAt),
    reviewedAt: toIso(row.reviewedAt),
  };
}
