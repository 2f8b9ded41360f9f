import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { League } from '#contract/leagues.ts';
import { type FakeBrowser, ok, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { toLocalInput } from '../form/local-time.ts';
import { createLeagueForm } from './league-form.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
});
afterEach(() => browser.close());

const league = {
  id: 'l1',
  name: 'Finance',
  cohortId: 'c1',
  description: null,
  expiresAt: '2026-11-21T18:30:42.000Z',
} as League;

test('two people at once: a change leaves alone what the person did not touch, to the second', async () => {
  browser.answer('PUT /leagues/l1', ok(league));
  const save = async (name?: 'name' | 'expiresAt', value = '') => {
    const form = createLeagueForm(league, () => undefined);
    if (name) form.change(name, value);
    await form.submit();
  };
  await save('name', 'Money');
  await save('expiresAt', toLocalInput('2026-12-01T10:00:00.000Z'));
  await save();
  expect(browser.requests.map(({ body }) => body)).toEqual([
    { name: 'Money' },
    { expiresAt: '2026-12-01T10:00:00.000Z' },
  ]);
});
