import { and, eq, exists, gt, isNotNull, isNull, lt, not, notExists, or, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { NextUp } from '#contract/learning.ts';
import { isExpired, mayRead } from '../platform/access/league-scope.ts';
import { toIso } from '../platform/db/client.ts';
import { asRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { assignments, leagues, resources, sections, weeks } from '../platform/db/schema/curriculum.ts';
import {
  enrollments,
  leagueProgress,
  resourceProgress,
  sectionProgress,
  submissions,
} from '../platform/db/schema/learning.ts';
import { presentSums, revisionSums } from './revision.ts';

const DUE_SOON = sql`interval '7 days'`;
const ASSIGNMENTS_MAX = 20;

const reviewers = alias(users, 'reviewers');
const query = new QueryBuilder();

/**
 * First open resource per enrolled league (last used league first), revision due, then assignments to revise or due
 * soon.
 */
export function nextUpOf(timeZone: string) {
  return asRow({
    resources: rowList(firstResources()),
    revision: revisionSums(timeZone),
    assignments: rowList(dueAssignments()),
  });
}

// Skips complete leagues and sections by their counts, and reads only the first open place of each league by index.
function firstResources() {
  const enrolled = query
    .select({
      leagueId: enrollments.leagueId,
      enrolledAt: sql<string>`max(${enrollments.enrolledAt})`.as('last_enrolled_at'),
    })
    .from(enrollments)
    .where(and(eq(enrollments.userId, users.id), mayRead))
    .groupBy(enrollments.leagueId)
    .as('enrolled');
  const completed = query
    .select({ count: sectionProgress.completedResources })
    .from(sectionProgress)
    .where(and(eq(sectionProgress.userId, users.id), eq(sectionProgress.sectionId, sections.id)));
  const section = query
    .select({ id: sections.id, name: sections.name })
    .from(sections)
    .where(and(eq(sections.weekId, weeks.id), gt(sections.resourcesCount, sql`coalesce(${completed}, 0)`)))
    .orderBy(sections.order)
    .limit(1)
    .as('first_section');
  const done = query
    .select({ id: resourceProgress.id })
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.userId, users.id),
        eq(resourceProgress.resourceId, resources.id),
        isNotNull(resourceProgress.completedAt),
      ),
    );
  const resource = query
    .select({ id: resources.id, title: resources.title, type: resources.type, minutes: resources.minutes })
    .from(resources)
    .where(and(eq(resources.sectionId, section.id), notExists(done)))
    .orderBy(resources.order)
    .limit(1)
    .as('first_resource');
  const place = query
    .select({
      row: asRow({
        week: asRow({ id: weeks.id, name: weeks.name }),
        section: asRow({ id: sql<string>`${section.id}`, name: sql<string>`${section.name}` }),
        resource: asRow({
          id: sql<string>`${resource.id}`,
          title: sql<string>`${resource.title}`,
          type: sql<string>`${resource.type}`,
          minutes: sql<number | null>`${resource.minutes}`,
        }),
      }).as('place'),
    })
    .from(weeks)
    .crossJoinLateral(section)
    .crossJoinLateral(resource)
    .where(eq(weeks.leagueId, leagues.id))
    .orderBy(weeks.order)
    .limit(1)
    .as('first_place');
  return selectRow({
    league: asRow({ id: leagues.id, name: leagues.name }),
    place: sql<PlaceRow>`${place.row}`,
  })
    .from(enrolled)
    .innerJoin(leagues, and(eq(leagues.id, enrolled.leagueId), not(isExpired)))
    .leftJoin(
      leagueProgress,
      and(eq(leagueProgress.userId, users.id), eq(leagueProgress.leagueId, leagues.id)),
    )
    .crossJoinLateral(place)
    .where(gt(leagues.resourcesCount, sql`coalesce(${leagueProgress.completedResources}, 0)`))
    .orderBy(sql`coalesce(${leagueProgress.updatedAt}, ${enrolled.enrolledAt}) desc`, leagues.id);
}
type PlaceRow = Omit<NextUp['resources'][number], 'league'>;

function dueAssignments() {
  const isOpenSoon = and(
    isNull(submissions.id),
    lt(assignments.dueAt, sql`now() + ${DUE_SOON}`),
    not(isExpired),
  );
  const isEnrolled = query
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(eq(enrollments.userId, users.id), eq(enrollments.leagueId, leagues.id)));
  return selectRow({
    id: assignments.id,
    title: assignments.title,
    league: asRow({ id: leagues.id, name: leagues.name }),
    dueAt: assignments.dueAt,
    isOverdue: sql<boolean>`coalesce(${assignments.dueAt} <= now(), false)`,
    status: sql<string | null>`${submissions.status}`,
    reviewer: reviewers.name,
  })
    .from(assignments)
    .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
    .leftJoin(
      submissions,
      and(eq(submissions.assignmentId, assignments.id), eq(submissions.userId, users.id)),
    )
    .leftJoin(reviewers, eq(reviewers.id, submissions.reviewedById))
    .where(and(mayRead, or(eq(submissions.status, 'NEEDS_REVISION'), isOpenSoon), exists(isEnrolled)))
    .orderBy(submissions.status, assignments.dueAt, assignments.id)
    .limit(ASSIGNMENTS_MAX);
}

type FoundNextUp = ReturnType<typeof nextUpOf>['_']['type'];

export function presentNextUp({ resources, revision, assignments }: FoundNextUp): NextUp {
  return {
    resources: resources.map(({ league, place }) => ({ league, ...place })),
    revision: presentSums(revision),
    assignments: assignments.map(({ id, title, league, dueAt, isOverdue, status, reviewer }) => ({
      id,
      title,
      league,
      dueDate: toIso(dueAt),
      isOverdue,
      status,
      reviewer,
    })),
  };
}
