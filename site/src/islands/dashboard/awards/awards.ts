import type { HeldCertificate } from '#contract/certificates.ts';
import type { Dashboard } from '#contract/learning.ts';

/** A specialization, or a league's badge and certificate together. */
export interface Award {
  key: string;
  kind: 'league' | 'specialization';
  title: string;
  story: string;
  league: string | null;
  leagueId: string | null;
  imageUrl: string | null;
  earnedAt: string;
  badgeId: string | null;
  specializationId: string | null;
  certificate: HeldCertificate | null;
}

export type EarnedSource = Pick<Dashboard, 'badges' | 'specializations' | 'certificates'>;

/** Newest first; merges a badge with the certificate of its league. */
export function toAwards({ badges, specializations, certificates = [] }: EarnedSource): Award[] {
  const rest = new Set(certificates);
  const take = (isWanted: (certificate: HeldCertificate) => boolean): HeldCertificate | null => {
    const found = certificates.find(isWanted) ?? null;
    if (found) rest.delete(found);
    return found;
  };
  const ofBadges = badges.map((badge): Award => {
    const certificate = take(({ leagueId }) => leagueId === badge.league.id);
    return {
      key: `badge-${badge.id}`,
      kind: 'league',
      title: badge.name,
      story: badge.description ?? toStory('LEAGUE', badge.league.name, certificate !== null),
      league: badge.league.name,
      leagueId: badge.league.id,
      imageUrl: badge.imageUrl,
      earnedAt: badge.earnedAt,
      badgeId: badge.id,
      specializationId: null,
      certificate,
    };
  });
  const ofSpecializations = specializations.map(({ id, name, description, completedAt }): Award => {
    const certificate = take(({ specializationId }) => specializationId === id);
    return {
      key: `specialization-${id}`,
      kind: 'specialization',
      title: name,
      story: description ?? toStory('SPECIALIZATION', name, true),
      league: null,
      leagueId: null,
      imageUrl: null,
      earnedAt: completedAt,
      badgeId: null,
      specializationId: id,
      certificate,
    };
  });
  const ofCertificates = [...rest].map(
    (certificate): Award => ({
      key: `certificate-${certificate.id}`,
      kind: certificate.kind === 'LEAGUE' ? 'league' : 'specialization',
      title: certificate.title,
      story: toStory(certificate.kind, certificate.title, true),
      league: certificate.kind === 'LEAGUE' ? certificate.title : null,
      leagueId: certificate.leagueId,
      imageUrl: null,
      earnedAt: certificate.completedAt,
      badgeId: null,
      specializationId: null,
      certificate,
    }),
  );
  return [...ofBadges, ...ofSpecializations, ...ofCertificates].toSorted((one, other) =>
    other.earnedAt.localeCompare(one.earnedAt),
  );
}

function toStory(kind: HeldCertificate['kind'], name: string, isCompleted: boolean): string {
  if (kind === 'SPECIALIZATION') return `For completing every league of ${name}.`;
  return isCompleted
    ? `For completing every topic of ${name}.`
    : `Given to you by the people who run ${name}.`;
}

export function toWaiting({
  enrollments,
  certificates = [],
}: Pick<Dashboard, 'enrollments' | 'certificates'>): { id: string; name: string }[] {
  const waiting = enrollments
    .filter(
      ({ league, progress }) =>
        progress.totalSections > 0 &&
        progress.completedSections === progress.totalSections &&
        !certificates.some(({ leagueId }) => leagueId === league.id),
    )
    .map(({ league }) => [league.id, league] as const);
  return [...new Map(waiting).values()];
}

export function certificatePath(code: string): string {
  return `/certificates/${code}`;
}
