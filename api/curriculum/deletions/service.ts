import { and, countDistinct, eq, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { DeletionContents, DeletionKind } from '#contract/deletions.ts';
import type { Database } from '../../platform/db/client.ts';
import { badges, certificates, userBadges } from '../../platform/db/schema/awards.ts';
import { assignments, resources, sections, weeks } from '../../platform/db/schema/curriculum.ts';
import {
  enrollments,
  resourceProgress,
  sectionProgress,
  submissions,
} from '../../platform/db/schema/learning.ts';

const PLACE = { leagues: weeks.leagueId, weeks: weeks.id, sections: sections.id, resources: resources.id };

/** Returns zeros for an unknown id. */
export async function countDeletion(db: Database, kind: DeletionKind, id: string): Promise<DeletionContents> {
  const isHere = eq(PLACE[kind], id);
  const [content] = await db
    .select({
      weeks: countDistinct(weeks.id),
      sections: countDistinct(sections.id),
      resources: countDistinct(resources.id),
    })
    .from(weeks)
    .leftJoin(sections, eq(sections.weekId, weeks.id))
    .leftJoin(resources, eq(resources.sectionId, sections.id))
    .where(isHere);
  const onResources = selectResourceRecords(db, isHere);
  const onSections = selectSectionRecords(db, kind === 'resources' ? sql`false` : isHere);
  const contents = {
    weeks: content?.weeks ?? 0,
    sections: content?.sections ?? 0,
    resources: content?.resources ?? 0,
    progress: (await db.$count(onResources.as('counted'))) + (await db.$count(onSections.as('counted'))),
  };
  if (kind !== 'leagues') {
    const people = await db.$count(union(onResources, onSections).as('counted'));
    return { ...contents, people, submissions: 0, badges: 0, certificates: 0 };
  }
  const answers = db
    .select({ userId: submissions.userId })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .where(eq(assignments.leagueId, id));
  const awards = db
    .select({ userId: userBadges.userId })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .where(eq(badges.leagueId, id));
  const enrolled = db
    .select({ userId: enrollments.userId })
    .from(enrollments)
    .where(eq(enrollments.leagueId, id));
  return {
    ...contents,
    people: await db.$count(union(onResources, onSections, answers, awards, enrolled).as('counted')),
    submissions: await db.$count(answers.as('counted')),
    badges: await db.$count(awards.as('counted')),
    certificates: await db.$count(certificates, eq(certificates.leagueId, id)),
  };
}

function selectResourceRecords(db: Database, isHere: SQL) {
  const { userId, completedAt, markedForRevisionAt, personalNote, timeSpentSeconds } = resourceProgress;
  return db
    .select({ userId })
    .from(resourceProgress)
    .innerJoin(resources, eq(resources.id, resourceProgress.resourceId))
    .innerJoin(sections, eq(sections.id, resources.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(
      and(
        isHere,
        sql`num_nonnulls(${completedAt}, ${markedForRevisionAt}, ${personalNote}, ${timeSpentSeconds}) > 0`,
      ),
    );
}

// Counts marks and notes only; completion of a topic follows from its resources.
function selectSectionRecords(db: Database, isHere: SQL) {
  const { userId, markedForRevisionAt, personalNote } = sectionProgress;
  return db
    .select({ userId })
    .from(sectionProgress)
    .innerJoin(sections, eq(sections.id, sectionProgress.sectionId))
    .innerJoin(weeks, eq(weeks.id, sections.weekId))
    .where(and(isHere, sql`num_nonnulls(${markedForRevisionAt}, ${personalNote}) > 0`));
}
