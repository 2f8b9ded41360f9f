import type { APIRequestContext, Page } from '@playwright/test';
import type { DataOf } from '../../api/contract/call.ts';
import type { LeaderboardRow } from '../../api/contract/leaderboard.ts';
import type { listLeagues } from '../../api/contract/leagues.ts';
import type { getDashboard, getLeagueProgress } from '../../api/contract/learning.ts';
import type { User } from '../../api/contract/users.ts';
import { answer, expect, keepTokens, signUpByApi } from './fixtures.ts';

export type Dashboard = DataOf<typeof getDashboard>;
export type LeagueProgress = DataOf<typeof getLeagueProgress>;
export type League = DataOf<typeof listLeagues>['leagues'][number];

/** A learner nobody else uses, so that what a test writes is seen by that test only. */
export interface Learner {
  id: string;
  email: string;
  /** Ids of the leagues that the learner is enrolled in, by name. */
  leagues: Map<string, string>;
  /** Calls the API as this learner; the envelope's data. */
  call: (method: string, path: string, data?: object) => Promise<unknown>;
}

/** Creates an approved learner, enrolls them in leagues of the demo data and signs the page in. */
export async function arriveAsLearner(page: Page, ...names: string[]): Promise<Learner> {
  const tokens = await signUpByApi(page.request, { migrated: true, verified: true, approved: true });
  const learner: Learner = {
    id: tokens.user.id,
    email: tokens.user.email,
    leagues: new Map(),
    call: (method, path, data) => callAs(page.request, tokens.accessToken, method, path, data),
  };
  if (names.length > 0) {
    const { leagues } = (await learner.call('GET', '/leagues')) as DataOf<typeof listLeagues>;
    for (const name of names) {
      const league = leagues.find((candidate) => candidate.name === name);
      expect(league, `a league named ${name}`).toBeDefined();
      await learner.call('POST', '/progress/enroll', { cohortId: league?.cohortId, leagueId: league?.id });
      learner.leagues.set(name, league?.id ?? '');
    }
  }
  await keepTokens(page, tokens);
  return learner;
}

async function callAs(
  request: APIRequestContext,
  token: string,
  method: string,
  path: string,
  data?: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.fetch(`/api${path}`, { method, headers, ...(data ? { data } : {}) });
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
  return (await response.json()).data;
}

/** What a league's page holds for a learner, as the API tells it. */
export async function readLeague(learner: Learner, name: string): Promise<LeagueProgress> {
  return (await learner.call('GET', `/progress/leagues/${learner.leagues.get(name)}`)) as LeagueProgress;
}

const MOMENT = '2026-03-04T05:06:07.000Z';

/** An account that exists in a test only, for shapes that the demo data lacks. */
export function imaginaryUser(changes: Partial<User> = {}): User {
  return {
    id: 'user-abc123',
    name: 'Meera Nair',
    email: 'meera@journey.test',
    role: 'PIONEER',
    status: 'ACTIVE',
    emailVerified: true,
    olid: 'OL-000042',
    createdAt: MOMENT,
    updatedAt: MOMENT,
    institute: null,
    department: null,
    graduationYear: null,
    studentId: null,
    phoneNumber: null,
    portfolioUrl: null,
    githubUsername: null,
    twitterHandle: null,
    linkedinUrl: null,
    discordUsername: null,
    kaggleUsername: null,
    migratedToV2: true,
    currentCohortId: null,
    currentCohort: null,
    approvedById: null,
    approvedBy: null,
    enrollments: [],
    pathfinderScopes: [],
    specializations: [],
    ...changes,
  };
}

/** Signs the page in with an account of `imaginaryUser`: nothing of it reaches the server. */
export async function actAs(page: Page, changes: Partial<User> = {}): Promise<User> {
  const user = imaginaryUser(changes);
  await page.addInitScript(() => {
    localStorage.setItem('accessToken', 'imaginary');
    localStorage.setItem('refreshToken', 'imaginary');
  });
  await succeed(page, '/auth/profile', user);
  await succeed(page, '/migration/status', {
    needsMigration: user.migratedToV2 !== true,
    requiresMigration: user.migratedToV2 !== true,
    emailVerified: user.emailVerified,
    isV2User: user.migratedToV2 === true,
    migratedToV2: user.migratedToV2 === true,
  });
  return user;
}

/** Answers a call with a success of the envelope. */
export function succeed(page: Page, path: string, data: unknown): Promise<void> {
  return answer(page, path, 200, { success: true, data });
}

/** Answers a call with a refusal of the envelope. */
export function refuse(
  page: Page,
  path: string,
  status: number,
  error: string,
  code?: string,
): Promise<void> {
  return answer(page, path, status, { success: false, error, ...(code ? { code } : {}) });
}

/** Holds a call back until `release` is called; then it goes on as it would have. */
export async function holdBack(page: Page, path: string, method = 'ANY'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname === `/api${path}`,
    async (route) => {
      if (method === 'ANY' || route.request().method() === method) await released;
      await route.fallback();
    },
  );
  return () => release();
}

/** An overview with leagues of the given names and shares done. */
export function imaginaryDashboard(
  leagues: readonly { name: string; done?: number; total?: number }[],
): Dashboard {
  const enrollments = leagues.map(({ name, done = 0, total = 10 }, index) => ({
    id: `enrollment-${index}`,
    enrollmentId: `enrollment-${index}`,
    enrolledAt: MOMENT,
    createdAt: MOMENT,
    league: {
      id: `league-${index}`,
      name,
      description: `What ${name} teaches.`,
      totalResources: total,
      isExpired: false,
    },
    cohort: { id: 'cohort-1', name: 'Cohort 1.5' },
    progress: {
      completedResources: done,
      totalResources: total,
      completedSections: 1,
      totalSections: 4,
      completedWeeks: 0,
      weeksCount: 2,
      progressPercentage: total ? Math.round((100 * done) / total) : 0,
    },
  }));
  const sum = (pick: (entry: (typeof enrollments)[number]) => number) =>
    enrollments.reduce((total, entry) => total + pick(entry), 0);
  return {
    user: {
      id: 'user-abc123',
      name: 'Meera Nair',
      email: 'meera@journey.test',
      role: 'PIONEER',
      createdAt: MOMENT,
    },
    enrollments,
    statistics: {
      totalEnrollments: enrollments.length,
      totalLeagues: Math.max(9, enrollments.length),
      totalSections: sum(({ progress }) => progress.totalSections),
      totalCompletedSections: sum(({ progress }) => progress.completedSections),
      totalResources: sum(({ progress }) => progress.totalResources),
      totalCompletedResources: sum(({ progress }) => progress.completedResources),
      overallProgress: 0,
      badgesEarned: 0,
      specializationsCompleted: 0,
    },
    badges: [],
    specializations: [],
  };
}

/** Leagues for the catalogue. */
export function imaginaryLeagues(names: readonly string[]): DataOf<typeof listLeagues> {
  const leagues: League[] = names.map((name, index) => ({
    id: `league-${index}`,
    name,
    description: `What ${name} teaches.`,
    cohortId: 'cohort-1',
    cohort: { id: 'cohort-1', name: 'Cohort 1.5' },
    expiresAt: null,
    isExpired: false,
    weeksCount: 2,
    sectionsCount: 4,
    resourcesCount: 12,
    totalResources: 12,
    createdAt: MOMENT,
    updatedAt: MOMENT,
    _count: { weeks: 2, sections: 4, resources: 12, enrollments: 3, badges: 1, specializations: 0 },
  }));
  return { leagues, pagination: { page: 1, limit: leagues.length, total: leagues.length, totalPages: 1 } };
}

interface LeagueShape {
  name?: string;
  description?: string | null;
  /** Resources of each section of each week: [[3, 0], [2]] is two weeks, the first with an empty section. */
  weeks?: readonly (readonly number[])[];
  title?: (position: number) => string;
  type?: (position: number) => string;
  url?: (position: number) => string;
}

/** A league's page of any shape; the first resource of all is done, the second marked for revision. */
export function imaginaryLeague({
  name = 'Quantum',
  description = 'From a single qubit to your first circuit.',
  weeks = [[2, 2]],
  title = (position) => `Resource ${position}`,
  type = () => 'ARTICLE',
  url = (position) => `https://example.org/${position}`,
}: LeagueShape = {}): LeagueProgress {
  let position = 0;
  const total = weeks.flat().reduce((sum, count) => sum + count, 0);
  return {
    user: { id: 'user-abc123', name: 'Meera Nair', email: 'meera@journey.test' },
    league: {
      id: 'league-0',
      name,
      description,
      cohortId: 'cohort-1',
      isExpired: false,
      hasAssignment: false,
    },
    enrollment: { id: 'enrollment-0', enrolledAt: MOMENT },
    progress: {
      completedResources: total > 0 ? 1 : 0,
      totalResources: total,
      completedSections: 0,
      totalSections: weeks.flat().length,
      completedWeeks: 0,
      weeksCount: weeks.length,
      progressPercentage: total > 0 ? Math.round(100 / total) : 0,
      weeks: weeks.map((sections, weekIndex) => ({
        id: `week-${weekIndex}`,
        name: `Week name ${weekIndex + 1}`,
        description: null,
        order: weekIndex + 1,
        isCompleted: false,
        completedResources: 0,
        totalResources: sections.reduce((sum, count) => sum + count, 0),
        completedSections: 0,
        totalSections: sections.length,
        progressPercentage: 0,
        sections: sections.map((count, sectionIndex) => ({
          id: `section-${weekIndex}-${sectionIndex}`,
          name: `Section name ${weekIndex + 1}.${sectionIndex + 1}`,
          description: null,
          order: sectionIndex + 1,
          resourceCount: count,
          completedResources: 0,
          progress: { isCompleted: false, completedAt: null, personalNote: null, markedForRevision: false },
          resources: Array.from({ length: count }, () => {
            position += 1;
            return {
              id: `resource-${position}`,
              title: title(position),
              url: url(position),
              type: type(position),
              order: position,
              progress: {
                isCompleted: position === 1,
                completedAt: position === 1 ? MOMENT : null,
                markedForRevision: position === 2,
                personalNote: null,
                timeSpent: null,
              },
            };
          }),
        })),
      })),
    },
    badge: null,
  };
}

/** A row of the leaderboard at a place counted from 1; the further down, the less is done. */
export function imaginaryStanding(
  place: number,
  changes: Partial<LeaderboardRow['user']> = {},
): LeaderboardRow {
  const done = Math.max(0, 60 - place);
  return {
    rank: place,
    user: {
      id: `learner-${String(place).padStart(6, '0')}`,
      name: `Learner ${place}`,
      role: 'PIONEER',
      ...changes,
    },
    stats: {
      resourcesCompleted: done,
      totalResources: 120,
      completionPercentage: Math.round((100 * done) / 120),
      badgesEarned: place % 3,
      enrolledCohorts: 1,
    },
    resourcesCompleted: done,
    totalResources: 120,
    badgesEarned: place % 3,
    recentActivity: {
      lastCompletedResource:
        done > 0
          ? { name: `Resource ${place}`, completedAt: new Date(Date.now() - place * 3_600_000).toISOString() }
          : null,
      lastBadgeEarned: null,
    },
  };
}

/** Every call of the API from now on, as 'METHOD /path', and the most that ran at the same time. */
export function watchCalls(page: Page): { calls: string[]; mostAtOnce: () => number } {
  const calls: string[] = [];
  const running = new Set<unknown>();
  let most = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push(`${request.method()} ${pathname.slice('/api'.length)}`);
    running.add(request);
    most = Math.max(most, running.size);
  });
  for (const ending of ['requestfinished', 'requestfailed'] as const) {
    page.on(ending as 'requestfinished', (request) => running.delete(request));
  }
  return { calls, mostAtOnce: () => most };
}

/** The message of a result or a failure, wherever on the screen it stands. */
export const messageOn = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

/** Stops the page's clock, which `page.clock.install` has replaced, at the moment it shows. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}
