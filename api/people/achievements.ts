import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isHttpUrl } from '#contract/text.ts';
import { oneRow, rowList, selectRow } from '../platform/db/nested-rows.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges, certificates, userBadges } from '../platform/db/schema/awards.ts';
import { assignments, leagues } from '../platform/db/schema/curriculum.ts';
import { submissions } from '../platform/db/schema/learning.ts';

// Lists for a query of `users`, newest first.

const leagueOf = (leagueId: PgColumn) =>
  oneRow(selectRow({ id: leagues.id, name: leagues.name }).from(leagues).where(eq(leagues.id, leagueId)));

export const earnedBadges = rowList(
  selectRow({
    id: userBadges.id,
    earnedAt: userBadges.earnedAt,
    badgeId: badges.id,
    title: badges.name,
    description: badges.description,
    imageUrl: badges.imageUrl,
    league: leagueOf(badges.leagueId),
  })
    .from(userBadges)
    .innerJoin(badges, eq(badges.id, userBadges.badgeId))
    .where(eq(userBadges.userId, users.id))
    .orderBy(desc(userBadges.earnedAt), badges.id),
);

export const validCertificates = rowList(
  selectRow({
    id: certificates.id,
    earnedAt: certificates.completedAt,
    title: certificates.title,
    code: certificates.code,
    specializationId: certificates.specializationId,
    league: leagueOf(certificates.leagueId),
  })
    .from(certificates)
    .where(and(eq(certificates.userId, users.id), isNull(certificates.revokedAt)))
    .orderBy(desc(certificates.completedAt), certificates.id),
);

export const approvedSubmissions = <More extends Record<string, PgColumn | SQL>>(more: More) =>
  rowList(
    selectRow({
      id: submissions.id,
      title: assignments.title,
      league: leagues.name,
      url: sql<
        string | null
      >`coalesce(${submissions.liveUrl}, ${submissions.githubUrl}, ${submissions.fileUrl})`,
      ...more,
    })
      .from(submissions)
      .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
      .innerJoin(leagues, eq(leagues.id, assignments.leagueId))
      .where(and(eq(submissions.userId, users.id), eq(submissions.status, 'APPROVED')))
      .orderBy(desc(submissions.reviewedAt), submissions.id),
  );

/** Null for what is no web address: old rows may hold any text. */
export const toLink = (value: string | null) => (value && isHttpUrl(value) ? value : null);
