import { beforeEach, expect, test } from 'bun:test';
import { shareSectionOnTwitter } from '#contract/share.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import type { LeagueView, Place, ResourceView } from '../data/league-view.ts';
import { NO_PROGRESS } from '../data/progress.ts';
import { findShareAddress } from './share-link.ts';

const PAGE = 'https://league.example';
const X_CALL = 'GET /social/twitter/section/s1';
const LINKEDIN_CALL = 'GET /social/linkedin/week/w1';

function placeWith(...done: boolean[]): { league: LeagueView; place: Place } {
  const resources = done.map<ResourceView>((isCompleted, index) => ({
    id: `r${index}`,
    title: 'Vectors',
    url: 'https://learn.example/',
    type: 'VIDEO',
    minutes: null,
    progress: { ...NO_PROGRESS, isCompleted },
  }));
  const section = { id: 's1', name: 'S', resources };
  const week = { id: 'w1', name: 'W', sections: [section] };
  const league = { id: 'ml', name: 'ML', description: null, mayHaveAssignment: true, weeks: [week] };
  const [resource] = resources;
  if (!resource) throw new Error('a place needs a resource');
  return { league, place: { week, section, resource } };
}

const browser = setUpFakeBrowser();
beforeEach(() => {
  browser.answer(X_CALL, ok({ shareUrl: 'https://x.com/intent/post?text=section' }));
  browser.answer(LINKEDIN_CALL, ok({ shareUrl: 'https://www.linkedin.com/share?week' }));
});

test('SHARE-01 OPEN-21 X asks for the section of the row, LinkedIn for its week, Facebook has no call', async () => {
  const { league, place } = placeWith(true, true);
  expect(await findShareAddress('x', league, place, PAGE)).toBe(
    `https://x.com/intent/post?text=section&url=${encodeURIComponent(PAGE)}`,
  );
  expect(await findShareAddress('linkedin', league, place, PAGE)).toBe(
    `https://www.linkedin.com/share?week=&url=${encodeURIComponent(PAGE)}`,
  );
  expect(await findShareAddress('facebook', league, place, PAGE)).toContain('facebook.com');
  expect(await findShareAddress('whatsapp', league, place, PAGE)).toContain('wa.me');
  expect(browser.requests.map(({ route }) => route)).toEqual([X_CALL, LINKEDIN_CALL]);
});

test('SHARE-03 SHARE-05 after a refusal, a failure or an address that is none, the words about the resource are shared', async () => {
  const { league, place } = placeWith(true, false);
  for (const failure of [
    refusal(400, 'You must complete this section before sharing'),
    'network',
    { status: 502, text: '<html>' },
    ok({ shareUrl: 'javascript:alert(1)' }),
  ] as const) {
    browser.answer(X_CALL, failure);
    browser.answer(LINKEDIN_CALL, failure);
    const x = new URL(await findShareAddress('x', league, place, PAGE));
    expect([x.hostname, x.searchParams.get('text')]).toEqual([
      'x.com',
      expect.stringContaining('Just completed "Vectors" in ML '),
    ]);
    const linkedin = new URL(await findShareAddress('linkedin', league, place, PAGE));
    expect(linkedin.hostname).toBe('www.linkedin.com');
    expect(linkedin.searchParams.get('summary')).toContain('Just completed "Vectors" in ML ');
  }
});

test('SHARE-09 a social call that fails without words says API request failed', async () => {
  browser.answer(X_CALL, refusal(500));
  const failed = callApi(shareSectionOnTwitter, { params: { id: 's1' } });
  await expect(failed).rejects.toThrow('API request failed');
});
