import { beforeEach, expect, test } from 'bun:test';
import type { Dashboard } from '#contract/learning.ts';
import { ok, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import {
  $overview,
  dashboard,
  findNextUp,
  sortActiveLeagues,
  toActiveLeague,
  toDashboardRings,
} from './dashboard.ts';

const browser = setUpFakeBrowser();
beforeEach(() => dashboard.invalidate());

function enrollment(leagueId: string): Dashboard['enrollments'][number] {
  return {
    id: `enrollment-${leagueId}`,
    enrollmentId: `enrollment-${leagueId}`,
    enrolledAt: '2026-02-01T00:00:00.000Z',
    createdAt: '2026-01-31T00:00:00.000Z',
    league: {
      id: leagueId,
      name: leagueId,
      description: 'About it',
      totalResources: 48,
      isExpired: false,
      expiresAt: null,
    },
    cohort: { id: 'fall', name: 'Cohort 1.5' },
    progress: {
      completedResources: 16,
      totalResources: 48,
      completedSections: 3,
      totalSections: 12,
      completedWeeks: 1,
      weeksCount: 4,
      progressPercentage: 33,
    },
  };
}

function reply(enrollments: Dashboard['enrollments']): Dashboard {
  return {
    user: {
      id: 'u',
      name: 'Ada',
      email: 'ada@example.test',
      role: 'PIONEER',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    enrollments,
    statistics: {
      totalEnrollments: enrollments.length,
      totalLeagues: 9,
      totalSections: 24,
      totalCompletedSections: 6,
      totalResources: 96,
      totalCompletedResources: 32,
      overallProgress: 33,
      badgesEarned: 0,
      specializationsCompleted: 0,
    },
    badges: [],
    specializations: [],
  };
}

test('DASH-06 OPEN-48 rings: enrolled out of all leagues, topics and resources completed', () => {
  const twice = { ...enrollment('ml'), id: 'again', cohort: { id: 'summer', name: 'Cohort 1.0' } };
  expect(toDashboardRings(reply([enrollment('ml'), twice, enrollment('iot')]))).toEqual({
    leagues: { done: 2, total: 9, percentage: 22 },
    sections: { done: 6, total: 24, percentage: 25 },
    resources: { done: 32, total: 96, percentage: 33 },
  });
});

test('DASH-07 a league in two cohorts has one card, with the day of the first enrollment', async () => {
  const again = { ...enrollment('ml'), id: 'again', enrolledAt: '2026-03-01T00:00:00.000Z' };
  browser.answer('GET /progress/dashboard', ok(reply([again, enrollment('iot'), enrollment('ml')])));
  await dashboard.ensure();
  expect($overview.get().leagues?.map(({ leagueId, enrollmentId }) => [leagueId, enrollmentId])).toEqual([
    ['ml', 'enrollment-ml'],
    ['iot', 'enrollment-iot'],
  ]);
});

test('DASH-07 begun leagues come first, finished and expired ones last; the first is next up', () => {
  const done = (leagueId: string, completedResources: number, isExpired = false) => {
    const { league, progress, ...rest } = enrollment(leagueId);
    return toActiveLeague({
      ...rest,
      league: { ...league, isExpired },
      progress: { ...progress, completedResources },
    });
  };
  const leagues = [done('new', 0), done('full', 48), done('old', 40, true), done('far', 30), done('near', 5)];
  expect(sortActiveLeagues(leagues).map(({ name }) => name)).toEqual(['far', 'near', 'new', 'full', 'old']);
  expect(findNextUp(leagues)?.name).toBe('far');
  expect(findNextUp([done('new', 0), done('full', 48)])).toBeNull();
  expect(findNextUp([])).toBeNull();
  // The server knows in which one somebody worked last.
  expect(sortActiveLeagues(leagues, ['new', 'near', 'far']).map(({ name }) => name)).toEqual([
    'new',
    'near',
    'far',
    'full',
    'old',
  ]);
});
