import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type APIRequestContext, test as base, expect, type Page, type Route } from '@playwright/test';
import type Axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import site from '../../content/site.json' with { type: 'json' };

export { expect };

/** What the product is called, from the same file the pages read. */
export const product = site.name;

export const DEMO_PASSWORD = 'OpenLeague-demo-1!';
type DemoName =
  | 'grand'
  | 'chief'
  | 'pathfinder'
  | 'admin'
  | 'luminary'
  | 'pioneer'
  | 'fresh'
  | 'pending'
  | 'newcomer'
  | 'suspended';

export const demoEmail = (name: DemoName) => `${name}@demo.openleague.test`;

let allowed: RegExp[] = [];
/** Allows the running test console errors that it provokes on purpose; any other fails it. */
export function allow(...patterns: RegExp[]): void {
  allowed.push(...patterns);
}

/** Playwright's test, which also fails on any console error, page error or policy violation. */
export const test = base.extend<{ watchConsole: undefined }>({
  watchConsole: [
    async ({ page }, use) => {
      allowed = [];
      const seen = collectErrors(page);
      await use(undefined);
      // An answer that is still on its way would fail the run.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      const unexpected = seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Everything that goes wrong on a page from now on, in a list that grows. */
export function collectErrors(page: Page): string[] {
  const seen: string[] = [];
  page.on('console', (message) => {
    // Chromium 156 asks for the icon; a build from another folder has none.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.svg'))
      seen.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', ({ message }) => seen.push(message));
  return seen;
}

/** Every request to another origin from now on, as 'page asked origin', in a list that grows. */
export function collectStrangers(page: Page, baseURL = ''): string[] {
  const own = new URL(baseURL).origin;
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin === own || /^(data|blob):/.test(protocol)) return;
    strangers.push(`${new URL(request.frame().url()).pathname} asked ${origin}`);
  });
  page.on('websocket', (socket) => strangers.push(`${page.url()} opened ${socket.url()}`));
  return strangers;
}

/** For `test.use`: the browser of somebody who did not ask for less motion. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** A refused call shows in Chromium's console; tests that provoke one allow it by its status. */
export const refusedWith = (...statuses: number[]) =>
  new RegExp(`the server responded with a status of (${statuses.join('|')})`);
export const NETWORK_GONE = /net::ERR_|Failed to fetch|Load failed/;

interface Tokens {
  accessToken: string;
  refreshToken: string;
  user: { id: string; name: string; email: string };
}

/** Signs in through the API and puts the tokens where the site looks for them. */
export async function login(page: Page, email: string): Promise<Tokens> {
  const tokens = await (STAFF.has(email) ? fetchStaffTokens : fetchTokens)(page.request, email);
  await keepTokens(page, tokens);
  return tokens;
}

export async function fetchTokens(
  request: APIRequestContext,
  email: string,
  password = DEMO_PASSWORD,
): Promise<Tokens> {
  const response = await request.post('/api/auth/login', { data: { email, password } });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).data;
}

/**
 * Puts tokens into local storage, on the lightest address of the site's origin. Not on a made-up page: answering one takes
 * `page.route`, and a page with a route loads everything again and through the test process from then on. A page that is
 * about to lead elsewhere by itself breaks this off: a test waits for its screen first.
 */
export async function keepTokens(
  page: Page,
  { accessToken, refreshToken }: Omit<Tokens, 'user'>,
): Promise<void> {
  await page.goto('/livez');
  await page.evaluate(
    ([access, refresh]) => {
      localStorage.setItem('accessToken', access ?? '');
      localStorage.setItem('refreshToken', refresh ?? '');
    },
    [accessToken, refreshToken],
  );
}

let counter = 0;
/** A person nobody has met yet. */
export function newPerson() {
  counter += 1;
  const tail = `${Date.now().toString(36)}${process.pid}${counter}`;
  return { name: 'Meera Nair', email: `meera-${tail}@journey.test`, password: 'Quiet-lantern-81' };
}

/** Signs a new person up through the API; optionally migrated, and verified and approved by staff. */
export async function signUpByApi(
  request: APIRequestContext,
  {
    name = '',
    migrated = false,
    verified = false,
    approved = false,
  }: { name?: string; migrated?: boolean; verified?: boolean; approved?: boolean } = {},
): Promise<Tokens & { password: string }> {
  const person = { ...newPerson(), ...(name ? { name } : {}) };
  const response = await request.post('/api/auth/signup', { data: person });
  expect(response.status(), await response.text()).toBe(201);
  const tokens: Tokens = (await response.json()).data;
  const headers = { authorization: `Bearer ${tokens.accessToken}` };
  if (migrated) {
    const data = {
      institute: 'Sample Institute of Technology',
      department: 'Biotechnology',
      graduationYear: 2027,
      phoneNumber: '9876543210',
      studentId: 'SIT-104',
    };
    expect((await request.post('/api/migration/migrate-to-v2', { headers, data })).status()).toBe(200);
  }
  if (verified) {
    const path = `/api/auth/email-verification/admin-verify-email/${tokens.user.id}`;
    const reply = await request.post(path, { headers: await asGrand(request), data: {} });
    expect(reply.status(), await reply.text()).toBe(200);
  }
  if (approved) await approveByApi(request, tokens.user.id);
  return { ...tokens, password: person.password };
}

const STAFF = new Set((['grand', 'chief', 'pathfinder', 'admin'] as const).map(demoEmail));
// A test of a busy machine may take two of the minutes for which a sign-in counts as fresh.
const STAFF_KEPT_MS = 2 * 60_000;
const staff = new Map<string, { tokens: Tokens; since: number }>();

/** Tokens of a member of staff of the demo data, who signs in once for all tests of a worker: none of them ends the session. */
async function fetchStaffTokens(request: APIRequestContext, email: string): Promise<Tokens> {
  const kept = staff.get(email);
  if (kept && performance.now() - kept.since < STAFF_KEPT_MS) return kept.tokens;
  const tokens = await fetchTokens(request, email);
  staff.set(email, { tokens, since: performance.now() });
  return tokens;
}

/** Headers of the Grand Pathfinder of the demo data. */
export async function asGrand(request: APIRequestContext): Promise<{ authorization: string }> {
  const { accessToken } = await fetchStaffTokens(request, demoEmail('grand'));
  return { authorization: `Bearer ${accessToken}` };
}

/** What the API answers to a call with a token: the data of the envelope. */
export async function readAs<Data>(
  request: APIRequestContext,
  accessToken: string,
  path: string,
): Promise<Data> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const reply = await request.get(`/api${path}`, { headers });
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).data;
}

/** Approves an account as the Grand Pathfinder of the demo data. */
export async function approveByApi(request: APIRequestContext, userId: string): Promise<void> {
  const headers = await asGrand(request);
  const response = await request.post('/api/admin/approve-user', { headers, data: { userId } });
  expect(response.status(), await response.text()).toBe(200);
}

/** What local storage holds of a session. */
export function readTokens(page: Page): Promise<{ accessToken: string | null; refreshToken: string | null }> {
  return page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken'),
    refreshToken: localStorage.getItem('refreshToken'),
  }));
}

/** Answers a call of the API in the server's place, as a refusal or as a success of the envelope. */
export async function answer(page: Page, path: string, status: number, reply: object): Promise<void> {
  await page.route(apiPath(path), (route) => route.fulfill({ status, json: reply }));
}

/** A call that finds no server. */
export async function disconnect(page: Page, path: string): Promise<void> {
  await page.route(apiPath(path), (route) => route.abort('connectionfailed'));
}

/** Counts the calls of one path, which still reach the server. */
export async function countCalls(page: Page, path: string): Promise<{ method: string; body: unknown }[]> {
  const calls: { method: string; body: unknown }[] = [];
  await page.route(apiPath(path), (route: Route) => {
    calls.push({ method: route.request().method(), body: route.request().postDataJSON() });
    return route.fallback();
  });
  return calls;
}

/** Matches a path below /api with any query. */
export const apiPath = (path: string) => (url: URL) => url.pathname === `/api${path}`;

/** Puts a text on the clipboard's way into the focused element, as a paste does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** Scrolls through a page, so that what loads late has loaded and runs. A browser under load may owe a frame for good. */
export async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.body.scrollHeight);
  const step = (page.viewportSize()?.height ?? 720) / 2;
  for (let top = 0; top < height; top += step) {
    await page.evaluate(
      (y) =>
        new Promise((resolve) => {
          scrollTo({ top: y, behavior: 'instant' });
          requestAnimationFrame(resolve);
          setTimeout(resolve, 250);
        }),
      top,
    );
  }
  await expect(page.locator('astro-island[ssr]'), `islands of ${page.url()}`).toHaveCount(0);
}

interface KeptMessage {
  to: string;
  subject: string;
  text: string;
}

/** The newest code in the outbox for an address; waits for it. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const response = await request.get('/dev/outbox', { headers: { accept: 'application/json' } });
    const messages: KeptMessage[] = (await response.json()).data.messages;
    const message = messages.find(({ to, text }) => to === email && /\b\d{6}\b/.test(text));
    code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
    expect(code, `a code for ${email}`).not.toBe('');
  }).toPass();
  return code;
}

/** Types a code the way a person does, from the first box on. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page
    .getByRole('textbox', { name: /digit|code/i })
    .first()
    .click();
  await page.keyboard.type(code);
}

/** The first step of the profile wizard, with a department that is not on its list. */
export async function fillAcademics(page: Page): Promise<void> {
  await page.getByLabel('Institute').fill('Sample Institute of Technology');
  await page.getByLabel('Department', { exact: true }).selectOption('Other');
  await page.getByLabel('Department name').fill('Naval Architecture');
  await page.getByLabel('Graduation Year').fill('2027');
  await page.getByLabel('Student ID').fill('SIT-104');
  await page.getByLabel('Phone Number').fill('9876543210');
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';

/** The schemes differ in colour alone. */
const AXE_RUNS = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<Scheme, RunOptions['runOnly']>;

/**
 * No violation of WCAG 2.2 AA that axe can find, without moving parts. Axe describes only what is wrong, because what is
 * right takes as long again.
 */
export async function expectAccessible(
  page: Page,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  await layOutAll(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await endMotion(page);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
    const summary = await page.evaluate(async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // A modal dialog makes the page behind it inert, and looking at that again takes as long as all the rest.
      const dialogs = document.querySelectorAll('dialog:modal');
      const { violations } = await axe.run(dialogs.length > 0 ? dialogs : document, {
        runOnly,
        resultTypes: ['violations'],
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    }, AXE_RUNS[colorScheme]);
    expect(summary, `axe on ${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * What the browser leaves out of sight keeps the colours of the scheme before, and axe reads those. A colour on its way
 * from one scheme to the other is neither: without this, a change of scheme starts a thousand transitions, which take as
 * much time as axe.
 */
async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '*, ::before, ::after { content-visibility: visible !important; transition: none !important }',
    );
    document.adoptedStyleSheets = [sheet];
    // A sticky bar covers a part of what is scrolled under it, and axe would measure the rest.
    scrollTo({ top: 0, behavior: 'instant' });
  });
}

/** Takes what moves to its end, and what starts with that end. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let round = 0, isStill = false; round < 3 && !isStill; round += 1) {
      const moving = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState !== 'finished' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
      for (const animation of moving) animation.finish();
      isStill = moving.length === 0;
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 250);
      });
    }
  });
}

/** A closed dialog goes back in the history, which would end a navigation begun meanwhile. */
export async function expectDialogLeftHistory(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state?.isModal === true)).toBe(false);
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const measure = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // A window that was just made narrow is laid out once with the rules of the wide one.
  await expect.poll(measure, { message: `sideways scroll on ${page.url()}` }).toBeLessThanOrEqual(0);
}
