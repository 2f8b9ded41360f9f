import { expect, test } from 'bun:test';
import site from '#content/site.json';
import { ok, refusal, setUpFakeBrowser } from '#site/islands/shared/testing/fake-browser.ts';
import { findAwardAddress, toAwardPage, toAwardText } from './award-share.ts';
import type { Award } from './awards.ts';

const award: Award = {
  key: 'badge-b1',
  kind: 'league',
  title: 'Finance Finisher',
  story: '',
  league: 'Finance',
  leagueId: 'finance',
  imageUrl: null,
  earnedAt: '2026-01-01T00:00:00.000Z',
  badgeId: 'b1',
  specializationId: null,
  certificate: null,
};
const held = { code: '7K3M-Q9TX-2BND', isRevoked: false } as NonNullable<Award['certificate']>;
const origin = 'https://league.example';

const browser = setUpFakeBrowser();

test('SHARE-01 CALL-18 CALL-19 a badge is shared through the link of the API', async () => {
  browser.answer('GET /social/twitter/badge/b1', ok({ shareUrl: 'https://x.example/intent' }));
  browser.answer('GET /social/linkedin/badge/b1', ok({ shareUrl: 'https://in.example/share' }));
  const league = `?url=${encodeURIComponent(`${origin}/dashboard/league/finance`)}`;
  expect(await findAwardAddress('x', award, origin)).toBe(`https://x.example/intent${league}`);
  expect(await findAwardAddress('linkedin', award, origin)).toBe(`https://in.example/share${league}`);
  const whole: Award = {
    ...award,
    kind: 'specialization',
    badgeId: null,
    specializationId: 's1',
    league: null,
    leagueId: null,
  };
  browser.answer('GET /social/twitter/specialization/s1', ok({ shareUrl: 'https://x.example/whole' }));
  expect(await findAwardAddress('x', whole, origin)).toBe(
    `https://x.example/whole?url=${encodeURIComponent(origin)}`,
  );
});

test('SHARE-03 SHARE-04 after a failure, and on Facebook, the own words and the certificate are shared', async () => {
  browser.answer('GET /social/twitter/badge/b1', refusal(404, 'Badge not found or not earned by user'));
  const words = `Just earned the badge "Finance Finisher" in Finance ${site.handle} #Learning #Progress ${site.hashtag}`;
  expect(new URL(await findAwardAddress('x', award, origin)).searchParams.get('text')).toBe(words);
  browser.answer('GET /social/linkedin/badge/b1', ok({ shareUrl: 'javascript:alert(1)' }));
  const certified = { ...award, certificate: held };
  const linkedin = new URL(await findAwardAddress('linkedin', certified, origin));
  expect(linkedin.searchParams.get('url')).toBe(`${origin}/certificates/7K3M-Q9TX-2BND`);
  const whatsapp = new URL(await findAwardAddress('whatsapp', certified, origin));
  expect(whatsapp.searchParams.get('text')).toBe(`${words} ${origin}/certificates/7K3M-Q9TX-2BND`);
  const facebook = new URL(await findAwardAddress('facebook', certified, origin));
  expect(facebook.hostname).toBe('www.facebook.com');
  expect(facebook.searchParams.get('u')).toBe(`${origin}/certificates/7K3M-Q9TX-2BND`);
  expect(toAwardPage({ ...award, certificate: { ...held, isRevoked: true } }, origin)).toBe(
    `${origin}/dashboard/league/finance`,
  );
  expect(toAwardText({ ...award, badgeId: null })).toStartWith(
    'Just completed the league "Finance Finisher" ',
  );
});
