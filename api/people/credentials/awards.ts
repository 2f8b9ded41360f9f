import { desc, eq } from 'drizzle-orm';
import { toPrintedCode } from '#contract/certificate-code.ts';
import type { CredentialKind, CredentialRow } from '#contract/credentials.ts';
import type { Database } from '../../platform/db/client.ts';
import { rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { userSpecializations } from '../../platform/db/schema/awards.ts';
import { assignments, specializationLeagues, specializations } from '../../platform/db/schema/curriculum.ts';
import { product } from '../../platform/process/product.ts';
import { approvedSubmissions, earnedBadges, toLink, validCertificates } from '../achievements.ts';

export interface HeldAward extends Omit<CredentialRow, 'earnedOn' | 'projectCount'> {
  earnedAt: Date;
  achievement: { id: string; type: string; description: string; criteria: string };
  /** Approved submissions with a link. */
  projects: { title: string; url: string }[];
}

const completedSpecializations = rowList(
  selectRow({
    id: userSpecializations.id,
    earnedAt: userSpecializations.completedAt,
    specializationId: specializations.id,
    title: specializations.name,
    description: specializations.description,
  })
    .from(userSpecializations)
    .innerJoin(specializations, eq(specializations.id, userSpecializations.specializationId))
    .where(eq(userSpecializations.userId, users.id))
    .orderBy(desc(userSpecializations.completedAt), specializations.id),
);

/** Awards newest first; null for an account that was deleted meanwhile. */
export async function findHolder(db: Database, userId: string) {
  const [found] = await db
    .select({
      email: users.email,
      badges: earnedBadges,
      certificates: validCertificates,
      specializations: completedSpecializations,
      submissions: approvedSubmissions({
        leagueId: assignments.leagueId,
        specializations: rowList(
          selectRow({ id: specializationLeagues.specializationId })
            .from(specializationLeagues)
            .where(eq(specializationLeagues.leagueId, assignments.leagueId)),
        ),
      }),
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!found) return null;
  const toAward = (kind: CredentialKind, row: AwardRow): HeldAward => {
    const { id, title, imageUrl = null, code, league = null, specializationId } = row;
    const projects = found.submissions.flatMap(({ title, url, leagueId, specializations }) => {
      const isOfAward = leagueId === league?.id || specializations.some((one) => one.id === specializationId);
      const link = toLink(url);
      return isOfAward && link ? [{ title, url: link }] : [];
    });
    return {
      kind,
      id,
      title,
      imageUrl,
      code: code ? toPrintedCode(code) : null,
      league,
      earnedAt: new Date(row.earnedAt),
      achievement: toAchievement(kind, row),
      projects,
    };
  };
  const awards = [
    ...found.badges.map((row) => toAward('badge', row)),
    ...found.certificates.map((row) => toAward('certificate', row)),
    ...found.specializations.map((row) => toAward('specialization', row)),
  ];
  awards.sort((one, other) => Number(other.earnedAt) - Number(one.earnedAt));
  return { email: found.email, awards };
}

interface AwardRow {
  id: string;
  badgeId?: string;
  specializationId?: string | null;
  title: string;
  earnedAt: string;
  description?: string | null;
  imageUrl?: string | null;
  code?: string;
  league?: CredentialRow['league'];
}

function toAchievement(kind: CredentialKind, row: AwardRow): HeldAward['achievement'] {
  const { title, league, specializationId } = row;
  const id = row.badgeId ?? league?.id ?? specializationId ?? row.id;
  const whole = specializationId ? `every league of the specialization “${title}”` : `the league “${title}”`;
  if (kind === 'certificate') {
    const description = `Certificate of ${product.name} for ${whole}`;
    const criteria = `Complete ${whole}, with its assignments approved.`;
    return { id, type: 'CertificateOfCompletion', description, criteria };
  }
  if (kind === 'specialization') {
    const criteria = `Complete ${whole}.`;
    return { id, type: 'LearningProgram', description: row.description ?? criteria, criteria };
  }
  const criteria = league
    ? `Complete every section of the league “${league.name}”, or be given the badge by its staff.`
    : (row.description ?? `Be given the badge by the staff of ${product.name}.`);
  return { id, type: 'Badge', description: row.description ?? criteria, criteria };
}
