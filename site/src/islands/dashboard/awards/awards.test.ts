import { expect, test } from 'bun:test';
import type { HeldCertificate } from '#contract/certificates.ts';
import { certificatePath, toAwards } from './awards.ts';

const certificate = (fields: Partial<HeldCertificate>): HeldCertificate => ({
  id: 'c',
  code: '7K3M-Q9TX-2BND',
  kind: 'LEAGUE',
  title: 'Finance',
  leagueId: 'finance',
  specializationId: null,
  completedAt: '2026-03-02T00:00:00.000Z',
  isRevoked: false,
  reason: null,
  holderName: 'Asha',
  isNameCurrent: true,
  ...fields,
});
const badge = (id: string, earnedAt: string, description: string | null = null) => ({
  id,
  name: `Badge of ${id}`,
  description,
  imageUrl: null,
  league: { id, name: id },
  earnedAt,
});

test('a badge stands with the certificate of its league, newest first, each with its story', () => {
  const own = certificate({});
  const whole = certificate({
    id: 's',
    kind: 'SPECIALIZATION',
    leagueId: null,
    specializationId: 'both',
    title: 'Both',
  });
  const gone = certificate({
    id: 'g',
    leagueId: null,
    title: 'Old league',
    completedAt: '2025-01-01T00:00:00.000Z',
  });
  const awards = toAwards({
    badges: [badge('finance', '2026-03-02T00:00:00.000Z'), badge('ml', '2026-04-01T00:00:00.000Z')],
    specializations: [
      { id: 'both', name: 'Both', description: null, completedAt: '2026-03-03T00:00:00.000Z' },
    ],
    certificates: [whole, own, gone],
  });
  expect(awards.map(({ title, story, certificate: held }) => [title, story, held?.id ?? null])).toEqual([
    ['Badge of ml', 'Given to you by the people who run ml.', null],
    ['Both', 'For completing every league of Both.', 's'],
    ['Badge of finance', 'For completing every topic of finance.', 'c'],
    ['Old league', 'For completing every topic of Old league.', 'g'],
  ]);
  expect(awards.map(({ league }) => league)).toEqual(['ml', null, 'finance', 'Old league']);
});

test('a badge tells its own story where it has one; a reply without certificates still shows badges', () => {
  const [award] = toAwards({
    badges: [badge('iot', '2026-01-01T00:00:00.000Z', 'Wired it all')],
    specializations: [],
  });
  expect(award).toMatchObject({ story: 'Wired it all', badgeId: 'iot', certificate: null });
  expect(certificatePath('7K3M-Q9TX-2BND')).toBe('/certificates/7K3M-Q9TX-2BND');
});
