// Uses the league page of the built product in a browser, with a league as large as one may get (40 modules of 10 topics
// of 10 resources), on a processor slowed down four times, and prints the longest task of each step. Fails when the median
// of the runs is over its limit. Needs a built site.
// Usage: bun bench/league-screen.ts [--rate 4] [--runs 5] [--traces folder]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { openBrowser, openSlowPage, printTable, traceLongestTask } from './browser.ts';
import { median } from './load.ts';
import { LARGE_LEAGUE } from './seed.ts';
import { prepareDatabase, type Settings, startTarget } from './target.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '4' },
    runs: { type: 'string', default: '5' },
    traces: { type: 'string' },
  },
});
const TASK_LIMIT_MS = 100;
const WINDOWS = [
  { width: 1440, height: 1080 },
  { width: 360, height: 780 },
];

// By style selectors alone: finding something by its role would have the page compute the names of thousands of elements.
const head = (number: number) => `ol > li:nth-child(${number}) h2 > button`;
const pressHead = (number: number) => (page: Page) => page.locator(head(number)).click();

/** What a learner does there, one after the other. */
const STEPS: readonly { name: string; use: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'open the page',
    use: async (page) => {
      await page.goto(`/dashboard/league/${LARGE_LEAGUE}`);
      await page.locator(head(40)).waitFor({ state: 'attached' });
    },
  },
  { name: 'open module 1', use: pressHead(1) },
  { name: 'open module 2', use: pressHead(2) },
  {
    name: 'scroll',
    use: async (page) => {
      for (let step = 0; step < 12; step++) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(80);
      }
    },
  },
  { name: 'jump to the end', use: (page) => page.keyboard.press('End') },
  { name: 'jump to the start', use: (page) => page.keyboard.press('Home') },
  {
    name: 'tick',
    use: async (page) => {
      await page.locator('tbody input[type=checkbox]:not(:checked):not([role])').first().check();
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'open and close a note',
    use: async (page) => {
      await page.locator('td[data-cell=note] button').first().click();
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    },
  },
  { name: 'close module 1', use: pressHead(1) },
  { name: 'open module 40', use: pressHead(40) },
];

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
let isOver = false;
try {
  const settings: Settings = { DATA_DIR: join(folder, 'data'), ICON_SOURCES: 'none' };
  const [accessToken = ''] = (await prepareDatabase(settings, 1000)).tokens;
  const target = await startTarget('api/server.ts', settings, '/livez');
  const browser = await openBrowser();
  try {
    for (const viewport of WINDOWS) await measure(browser, target.origin, accessToken, viewport);
  } finally {
    await browser.close();
    await target.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isOver ? 1 : 0;

async function measure(
  browser: Browser,
  origin: string,
  accessToken: string,
  viewport: { width: number; height: number },
): Promise<void> {
  const tasks = new Map<string, number[]>(STEPS.map(({ name }) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++) {
    const storage = { accessToken, refreshToken: 'not needed for a day' };
    const page = await openSlowPage(browser, { origin, storage, viewport, rate: Number(values.rate) });
    for (const { name, use } of STEPS) {
      const trace = values.traces && join(values.traces, `${viewport.width}-${run}-${name}.json`);
      const ms = await traceLongestTask(browser, page, () => use(page), trace);
      tasks.get(name)?.push(ms);
    }
    await page.context().close();
  }
  const rows = [['step', 'longest task, median', 'every run']];
  for (const [name, times] of tasks) {
    isOver ||= median(times) > TASK_LIMIT_MS;
    rows.push([name, `${median(times).toFixed(0)} ms`, times.map((ms) => ms.toFixed(0)).join(', ')]);
  }
  printTable(`${viewport.width} × ${viewport.height}, processor slowed down ${values.rate} times`, rows);
}
