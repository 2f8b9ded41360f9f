import { afterEach, beforeEach, expect, test } from 'bun:test';
import { forgetQueries } from '#site/islands/shared/query/query.ts';
import { type FakeBrowser, ok, openFakeBrowser, refusal } from '#site/islands/shared/testing/fake-browser.ts';
import { $openWeeks, isMissing, leagueOf, openWeek, toggleWeek, toLeagueFailure } from './league.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
});
afterEach(() => {
  forgetQueries();
  browser.close();
});

async function failureOf(reply: Parameters<FakeBrowser['answer']>[1]) {
  browser.answer('GET /progress/leagues/ml', reply);
  await leagueOf('ml').ensure();
  const { error } = leagueOf('ml').$state.get();
  return error && toLeagueFailure(error);
}

test('LPROG-16 LPROG-17 LPROG-19 failures are told apart by their code', async () => {
  expect(await failureOf(refusal(404, 'League not found', { code: 'LEAGUE_NOT_FOUND' }))).toBe('not-found');
  expect(
    await failureOf(refusal(404, 'User is not enrolled in this league', { code: 'LEAGUE_NOT_ENROLLED' })),
  ).toBe('not-enrolled');
  expect(await failureOf(refusal(500, 'League not found'))).toBe('other');
  expect(await failureOf('network')).toBe('other');
});

test('LPROG-15 OPEN-53 a reply without data is missing, not failed', async () => {
  browser.answer('GET /progress/leagues/ml', ok(null));
  await leagueOf('ml').ensure();
  const { data, error } = leagueOf('ml').$state.get();
  expect(data && isMissing(data)).toBe(true);
  expect(error).toBeNull();
});

test('LPROG-04 weeks are closed at first and toggle one by one', () => {
  expect($openWeeks.get().size).toBe(0);
  toggleWeek('w1');
  toggleWeek('w2');
  expect([...$openWeeks.get()]).toEqual(['w1', 'w2']);
  toggleWeek('w1');
  openWeek('w2');
  expect([...$openWeeks.get()]).toEqual(['w2']);
});
