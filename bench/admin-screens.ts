// Opens every staff screen of the built product in a browser over a database of
// 20,000 people, 200 leagues and 50,000 resources, and prints how long each takes to be usable, its longest task, its size
// and the median time of every list it asks for. Fails when something is over its limit. Needs a built site.
// Usage: bun bench/admin-screens.ts [--rate 4, a processor slowed down four times] [--only resources] [--shots folder]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { startPostgres } from '../scripts/run/postgres.mjs';
import { SCREENS, type Screen } from './admin-visits.ts';
import { openBrowser, openSlowPage, printTable, rest, type Tokens, traceLongestTask } from './browser.ts';
import { median } from './load.ts';
import { ADMIN_SCALE, seedAdmin } from './seed-admin.ts';
import { type Settings, startTarget, type Target } from './target.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1' },
    only: { type: 'string' },
    shots: { type: 'string' },
  },
});
const ROUNDS = 9;
const API_LIMIT_MS = 100;
const TASK_LIMIT_MS = 100;

interface Visit {
  usableMs: number;
  /** Longest task until it was usable, and while it was used. */
  openingMs: number;
  usingMs: number;
  elements: number;
  calls: Set<string>;
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const postgres = await startPostgres();
let isOver = false;
try {
  const settings: Settings = { DATA_DIR: join(folder, 'data') };
  if (postgres) settings.DATABASE_URL = postgres.url;
  console.log(
    `Making ${Object.entries(ADMIN_SCALE)
      .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
      .join(' × ')} …`,
  );
  const tokens = await seedAdmin(settings);
  const target = await startTarget('api/server.ts', settings, '/livez');
  const browser = await openBrowser();
  try {
    await measure(browser, target, tokens);
  } finally {
    await browser.close();
    await target.stop();
  }
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isOver ? 1 : 0;

async function measure(browser: Browser, target: Target, tokens: Tokens): Promise<void> {
  const calls = new Set<string>();
  const rows: string[][] = [['screen', 'usable', 'longest task: opening', 'using', 'elements']];
  for (const screen of SCREENS.filter(({ path }) => !values.only || path.includes(values.only))) {
    const visit = await open(browser, target, tokens, screen).catch(
      (error: unknown) => String(error).split('\n')[0],
    );
    if (typeof visit !== 'object') {
      isOver = true;
      rows.push([screen.path, `not usable: ${visit}`, '', '', '']);
      continue;
    }
    for (const call of visit.calls) calls.add(call);
    isOver ||= Math.max(visit.openingMs, visit.usingMs) > TASK_LIMIT_MS;
    rows.push([
      screen.path,
      `${visit.usableMs.toFixed(0)} ms`,
      `${visit.openingMs.toFixed(0)} ms`,
      `${visit.usingMs.toFixed(0)} ms`,
      visit.elements.toLocaleString('en'),
    ]);
  }
  printTable(`Processor slowed down ${values.rate} times`, rows);
  const times: string[][] = [['list', 'median', 'bytes']];
  for (const call of [...calls].sort()) {
    const { ms, bytes } = await timeCall(target.origin + call, tokens);
    isOver ||= ms >= API_LIMIT_MS;
    times.push([call, `${ms.toFixed(1)} ms`, bytes.toLocaleString('en')]);
  }
  printTable(`Every call of these screens, ${ROUNDS} times one after the other`, times);
}

async function open(browser: Browser, target: Target, tokens: Tokens, screen: Screen): Promise<Visit> {
  const page = await openSlowPage(browser, {
    origin: target.origin,
    storage: { ...tokens },
    viewport: { width: 1280, height: 900 },
    rate: Number(values.rate),
  });
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() === 'GET') calls.add(pathname + search);
  });
  const started = performance.now();
  let usableMs = 0;
  const openingMs = await traceLongestTask(browser, page, async () => {
    await page.goto(screen.path);
    await screen.ready(page).waitFor({ timeout: 30_000 });
    usableMs = performance.now() - started;
  });
  if (values.shots) {
    await page.screenshot({ path: join(values.shots, `${screen.path.replaceAll('/', '-').slice(1)}.png`) });
  }
  let elements = await page.locator('*').count();
  const usingMs = await traceLongestTask(browser, page, async () => {
    for (const step of screen.use) {
      await step(page);
      await rest(page);
      elements = Math.max(elements, await page.locator('*').count());
    }
  });
  await page.context().close();
  return { usableMs, openingMs, usingMs, elements, calls };
}

async function timeCall(url: string, { accessToken }: Tokens): Promise<{ ms: number; bytes: number }> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    bytes = (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
    times.push(performance.now() - started);
  }
  return { ms: median(times), bytes };
}
