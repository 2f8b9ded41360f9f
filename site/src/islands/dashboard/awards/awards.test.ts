import { expect, test } from 'bun:test';
import type { HeldCertificate } from '#contract/certificates.ts';
import type { Dashboard } from '#contract/learning.ts';
import type { MySubmission } from '#contract/submissions.ts';
import type { AssignmentView } from '../data/assignment.ts';
import { certificatePath, toAwards, toWaiting } from './awards.ts';
import { toMissingText } from './league-award.ts';

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

test('a completed league without its certificate waits, once, and nothing else does', () => {
  const enrollment = (id: string, completedSections: number, totalSections: number) =>
    ({
      league: { id, name: id },
      progress: { completedSections, totalSections },
    }) as Dashboard['enrollments'][number];
  const enrollments = [
    enrollment('finance', 3, 3),
    enrollment('ml', 2, 2),
    enrollment('ml', 2, 2),
    enrollment('iot', 1, 2),
    enrollment('empty', 0, 0),
  ];
  const waiting = toWaiting({ enrollments, certificates: [certificate({})] });
  expect(waiting.map(({ id }) => id)).toEqual(['ml']);
});

test('a completed league says what its assignment lacks, by the latest answer', () => {
  const assignment = {} as NonNullable<AssignmentView['assignment']>;
  const missing = (...statuses: string[]) =>
    toMissingText({
      assignment,
      submissions: statuses.map((status) => ({ status }) as MySubmission),
    });
  expect(toMissingText({ assignment: null, submissions: [] })).toBeNull();
  expect(missing()).toStartWith('Hand in your assignment.');
  expect(missing('SUBMITTED')).toStartWith('Your assignment is waiting for approval.');
  expect(missing('UNDER_REVIEW')).toStartWith('Your assignment is waiting for approval.');
  expect(missing('NEEDS_REVISION')).toStartWith('Your assignment needs another try.');
  expect(missing('APPROVED')).toBeNull();
});
