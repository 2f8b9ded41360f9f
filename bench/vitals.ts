// Measures first pages with a slow CPU and line; fails if a median is over its limit. Needs a built site.
// Usage: bun bench/vitals.ts [--runs 5] [--rate 4] [--only /dashboard] [--requests]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#api/accounts/auth/published-passwords.ts';
import { DEMO_EMAIL_DOMAIN } from '#api/demo/accounts.ts';
import { getDashboard } from '#contract/learning.ts';
import { openBrowser, openSlowPage, printTable, rest, type Tokens } from './browser.ts';
import { median } from './load.ts';
import { startTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    rate: { type: 'string', default: '4' },
    only: { type: 'string' },
    requests: { type: 'boolean', default: false },
  },
});
const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const VIEWPORT = { width: 412, height: 823 };
const SHOWN_WITHIN_MS = 20_000;

interface Visit {
  name: string;
  path: string;
  /** CSS selector of the first element with data. */
  data: string;
  as?: 'luminary' | 'grand';
  limits: Partial<Record<keyof Figures, number>>;
}

/** In milliseconds since navigation. */
interface Figures {
  shown: number;
  lcp: number;
  cls: number;
  /** Total of task time beyond 50 ms per task. */
  tbt: number;
  /** Until the page is idle; bytes as transferred. */
  requests: number;
  bytes: number;
}

interface Request {
  url: string;
  startedAt: number;
  endedAt: number;
  bytes: number;
}

const PUBLIC_LIMITS = { shown: 900, cls: 0, tbt: 50 };

const folder = await mkdtemp(join(tmpdir(), 'vitals-'));
let isOver = false;
try {
  const settings = { DATA_DIR: join(folder, 'data'), DEMO_DATA: 'true', ICON_SOURCES: 'none' };
  const target = await startTarget(settings);
  const browser = await openBrowser();
  try {
    await measureAll(browser, target.origin);
  } finally {
    await browser.close();
    await target.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isOver ? 1 : 0;

async function measureAll(browser: Browser, origin: string): Promise<void> {
  const tokens = { luminary: await signIn(origin, 'luminary'), grand: await signIn(origin, 'grand') };
  const visits: Visit[] = [
    { name: '/', path: '/', data: 'main h1', limits: PUBLIC_LIMITS },
    { name: '/about', path: '/about', data: 'main h1', limits: PUBLIC_LIMITS },
    { name: '/events', path: '/events', data: 'main a[href^="/events/"]', limits: PUBLIC_LIMITS },
    { name: '/signin', path: '/signin', data: 'main input[type=email]', limits: PUBLIC_LIMITS },
    {
      name: '/dashboard',
      path: '/dashboard',
      data: '#main [data-league] h3',
      as: 'luminary',
      limits: { shown: 1800, cls: 0, requests: 16 },
    },
    {
      name: 'a league',
      path: `/dashboard/league/${await findLeague(origin, tokens.luminary)}`,
      data: '#main ol > li h2',
      as: 'luminary',
      limits: { shown: 2000, cls: 0 },
    },
    {
      name: '/admin/users',
      path: '/admin/users',
      data: '#main tbody td',
      as: 'grand',
      limits: { shown: 2200, cls: 0 },
    },
  ];
  const rows = [['page', 'data shown', 'LCP', 'CLS', 'TBT', 'requests', 'KB', 'every run, ms']];
  const isAsked = ({ path }: Visit) => !values.only || path === values.only;
  for (const visit of visits.filter(isAsked)) {
    const runs: Figures[] = [];
    let requests: Request[] = [];
    // Keeps the storage of a returning visitor, but no cached files.
    const storage = visit.as ? await rememberVisit(browser, origin, visit, tokens[visit.as]) : undefined;
    while (runs.length < Number(values.runs)) {
      const run = await open(browser, origin, visit, storage);
      runs.push(run.figures);
      requests = run.requests;
    }
    const of = (key: keyof Figures) => median(runs.map((run) => run[key]));
    const cell = (key: keyof Figures, text: string) => {
      const limit = visit.limits[key];
      if (limit === undefined || of(key) <= limit) return text;
      isOver = true;
      return `${text} (limit ${limit})`;
    };
    rows.push([
      visit.name,
      cell('shown', `${of('shown').toFixed(0)} ms`),
      cell('lcp', `${of('lcp').toFixed(0)} ms`),
      cell('cls', of('cls').toFixed(3)),
      cell('tbt', `${of('tbt').toFixed(0)} ms`),
      cell('requests', String(of('requests'))),
      cell('bytes', (of('bytes') / 1024).toFixed(0)),
      runs.map(({ shown }) => shown.toFixed(0)).join(', '),
    ]);
    if (values.requests) printRequests(visit.name, requests);
  }
  printTable(`Processor slowed down ${values.rate} times, 1.6 Mbit/s, 150 ms; medians`, rows);
}

async function signIn(origin: string, name: string): Promise<Tokens> {
  const { data } = await ask<Tokens>(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${name}@${DEMO_EMAIL_DOMAIN}`, password: DEMO_PASSWORD }),
  });
  return data;
}

async function findLeague(origin: string, { accessToken }: Tokens): Promise<string> {
  const { data } = await ask<{ enrollments: { league: { id: string } }[] }>(
    `${origin}/api${getDashboard.path}`,
    {
      headers: { Authorization: `Bearer ${accessToken}` },
    },
  );
  const [first] = data.enrollments;
  if (!first) throw new Error('The demo learner is in no league');
  return first.league.id;
}

async function ask<Data>(url: string, options: RequestInit): Promise<{ data: Data }> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as { data: Data };
}

async function rememberVisit(
  browser: Browser,
  origin: string,
  { path, data }: Visit,
  { accessToken, refreshToken }: Tokens,
): Promise<Record<string, string>> {
  const storage = { accessToken, refreshToken };
  const page = await openSlowPage(browser, { origin, storage, viewport: VIEWPORT, rate: 1 });
  await page.goto(path);
  await page.locator(data).first().waitFor();
  const kept = await page.evaluate(() => ({ ...localStorage }));
  await page.context().close();
  return kept;
}

async function open(
  browser: Browser,
  origin: string,
  { path, data, name }: Visit,
  storage: Record<string, string> | undefined,
): Promise<{ figures: Figures; requests: Request[] }> {
  const page = await openSlowPage(browser, {
    origin,
    storage,
    viewport: VIEWPORT,
    rate: Number(values.rate),
  });
  try {
    await page.addInitScript(watchVitals, data);
    const requests = await followRequests(page);
    await page.goto(path, { waitUntil: 'commit' });
    await page
      .waitForFunction(() => Boolean((globalThis as Watched).vitals?.shown), null, {
        timeout: SHOWN_WITHIN_MS,
      })
      .catch(() => {
        throw new Error(`${name}: ${data} was not shown`);
      });
    await rest(page);
    const seen = await page.evaluate(() => (globalThis as Watched).vitals);
    if (!seen) throw new Error(`${name}: nothing was measured`);
    const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
    return { figures: { ...seen, requests: requests.length, bytes }, requests };
  } finally {
    await page.context().close();
  }
}

type Watched = typeof globalThis & { vitals?: Omit<Figures, 'requests' | 'bytes'> };

function watchVitals(data: string): void {
  const vitals = { shown: 0, lcp: 0, cls: 0, tbt: 0 };
  (globalThis as Watched).vitals = vitals;
  const follow = (type: string, add: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add(entry);
    }).observe({ type, buffered: true });
  follow('largest-contentful-paint', ({ startTime }) => {
    vitals.lcp = startTime;
  });
  follow('layout-shift', ({ value = 0 }) => {
    vitals.cls += value;
  });
  follow('longtask', ({ duration }) => {
    vitals.tbt += duration - 50;
  });
  const look = () => {
    const isThere = [...document.querySelectorAll(data)].some(
      (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        (element.textContent?.trim() || element.matches('input')),
    );
    // The next frame starts when this one is on screen.
    if (isThere) {
      requestAnimationFrame(() => {
        vitals.shown = performance.now();
      });
    } else requestAnimationFrame(look);
  };
  look();
}

async function followRequests(page: Page): Promise<Request[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
  const requests = new Map<string, Request>();
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, timestamp }) => {
    if (!url.startsWith('http')) return;
    requests.set(requestId, { url, startedAt: timestamp, endedAt: timestamp, bytes: 0 });
    list.push(requests.get(requestId) as Request);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { endedAt: timestamp, bytes: encodedDataLength });
  });
  const list: Request[] = [];
  return list;
}

function printRequests(name: string, requests: readonly Request[]): void {
  const [first] = requests;
  const since = (seconds: number) => `${((seconds - (first?.startedAt ?? 0)) * 1000).toFixed(0)} ms`;
  printTable(name, [
    ['asked for', 'there', 'bytes', 'address'],
    ...requests.map(({ url, startedAt, endedAt, bytes }) => [
      since(startedAt),
      since(endedAt),
      String(bytes),
      new URL(url).pathname,
    ]),
  ]);
}
