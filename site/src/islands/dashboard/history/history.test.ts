import { expect, test } from 'bun:test';
import type { HistoryEntry } from '#contract/history.ts';
import { ok, openFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { $history, openHistory, showOlder, undo } from './history.ts';

test('after an undo as much is shown as before, with the undoing on top', async () => {
  const browser = openFakeBrowser();
  let ids = ['6', '5', '4', '3', '2', '1'];
  browser.answer('GET /progress/history', ({ url }) => {
    const cursor = new URL(url, 'http://site.invalid').searchParams.get('cursor');
    const from = cursor ? ids.indexOf(cursor) + 1 : 0;
    const entries = ids.slice(from, from + 2).map((id) => ({ id, league: null }));
    return ok({ entries, nextCursor: from + 2 < ids.length ? entries.at(-1)?.id : null });
  });
  browser.answer('POST /progress/history/3/undo', () => {
    ids = ['7', ...ids];
    return ok({});
  });
  const shown = () =>
    $history
      .get()
      .entries?.map(({ id }) => id)
      .join('');
  await openHistory();
  await showOlder();
  expect(shown()).toBe('6543');
  expect(await undo({ id: '3', league: null } as HistoryEntry)).toBe(true);
  expect(shown()).toBe('7654');
  await showOlder();
  expect(shown()).toBe('765432');
  browser.close();
});
