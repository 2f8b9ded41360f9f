import type { APIRequestContext, Page } from '@playwright/test';
import type { PasskeyOverview } from '#contract/passkeys.ts';
import type { DataOf } from '../../api/contract/call.ts';
import type { listLeagues } from '../../api/contract/leagues.ts';
import type { getDashboard, getLeagueProgress } from '../../api/contract/learning.ts';
import type { User } from '../../api/contract/users.ts';
import { answer, apiPath, expect, keepTokens, signUpByApi } from './fixtures.ts';
import { imaginaryDashboard, imaginaryUser } from './imaginary.ts';

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

const NO_PASSKEYS: PasskeyOverview = {
  passkeys: [],
  recoveryCodesLeft: 0,
  isAvailable: true,
  isRequired: false,
  requiredFrom: null,
};

/** Signs the page in with an account of `imaginaryUser`: nothing of it reaches the server. */
export async function actAs(page: Page, changes: Partial<User> = {}): Promise<User> {
  const user = imaginaryUser(changes);
  await page.addInitScript(() => {
    localStorage.setItem('accessToken', 'imaginary');
    localStorage.setItem('refreshToken', 'imaginary');
  });
  await succeed(page, '/auth/profile', user);
  await succeed(page, '/users/me/sessions', { sessions: [] });
  await succeed(page, '/users/me/public-profile', { settings: {}, submissions: [], preview: {} });
  await succeed(page, '/users/me/credentials', { isOffered: false, credentials: [] });
  await succeed(page, '/users/me/news/choices', { mailRhythm: 'DAILY', kinds: [] });
  await succeed(page, '/users/me/passkeys', NO_PASSKEYS);
  // The overview and the awards of the profile; a test that has more answers again.
  await succeed(page, '/progress/dashboard', imaginaryDashboard([]));
  await succeed(page, '/progress/search', { leagues: [], weeks: [], sections: [], resources: [] });
  await page.route(apiPath('/leaderboard/changes'), (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }),
  );
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

/** What a browser says when its connection is back: whatever waits on the device goes out. */
export async function comeOnline(page: Page): Promise<void> {
  await page.evaluate(() => void dispatchEvent(new Event('online')));
}

/** Holds a call, or what is fetched from an address, back until `release` is called; then it goes on as it would have. */
export async function holdBack(page: Page, path: string | RegExp, method = 'ANY'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    typeof path === 'string' ? (url) => url.pathname === `/api${path}` : path,
    async (route) => {
      if (method === 'ANY' || route.request().method() === method) await released;
      await route.fallback();
    },
  );
  return () => release();
}

/** Every call of the API from now on, as 'METHOD /path', and the most that ran at the same time. Pictures are no calls. */
export function watchCalls(page: Page): { calls: string[]; mostAtOnce: () => number } {
  const calls: string[] = [];
  const running = new Set<unknown>();
  let most = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || request.resourceType() === 'image') return;
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
  // A busy machine may be past that moment when it hears of it.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  }).toPass();
}
