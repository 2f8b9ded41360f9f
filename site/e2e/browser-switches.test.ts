import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { testSwitches } from './browser-switches.ts';

const LIST = /disabledFeatures = \[([\s\S]*?)\]\.filter/;
const bundle = join(import.meta.dir, '../../node_modules/playwright-core/lib/coreBundle.js');

test('the browser tests do without all that Playwright does without', async () => {
  const source = LIST.exec(await Bun.file(bundle).text())?.[1] ?? '';
  const theirs = [...source.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(theirs).toContain('PaintHolding');
  const lists = testSwitches.flatMap((part) => /^--disable-features=(.+)$/.exec(part)?.[1]?.split(',') ?? []);
  expect(lists).toEqual(expect.arrayContaining(theirs));
});
