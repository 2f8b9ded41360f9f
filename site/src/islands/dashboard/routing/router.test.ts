import { expect, test } from 'bun:test';
import { $route, isDashboardPath, isScreenClick, leaguePath, openPath } from './router.ts';

const plain = {
  button: 0,
  defaultPrevented: false,
  altKey: false,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
};
const origin = 'https://league.example';
const link = { origin, pathname: '/dashboard/leagues', hash: '', target: '', download: '' };

test('ROUTE-06 the learner area has its index, leagues, leaderboard, profile and league/{id}', () => {
  const paths = ['', '/', '/leagues', '/leaderboard', '/profile', '/league', '/league/cm1', '/league/cm1/'];
  for (const path of paths) expect([path, isDashboardPath(`/dashboard${path}`)]).toEqual([path, true]);
});

test('ROUTE-09 anything else is not a screen', () => {
  for (const path of [
    '/',
    '/dashboards',
    '/dashboard/unknown',
    '/dashboard/league/a/b',
    '/admin',
    '/logout',
  ]) {
    expect([path, isDashboardPath(path)]).toEqual([path, false]);
  }
});

test('ROUTE-06 a league address carries its id, whatever is in it', () => {
  openPath(leaguePath('a b/ü'));
  expect($route.get()).toMatchObject({ route: 'league', params: { leagueId: 'a b/ü' } });
  openPath('/dashboard/league/%E0');
  expect($route.get()).toMatchObject({ route: 'league', params: { leagueId: '%E0' } });
  openPath('/dashboard/league');
  expect($route.get()).toMatchObject({ route: 'leagueWithoutId' });
});

test('LAYOUT-04 only plain clicks on links between screens stay in the page', () => {
  expect(isScreenClick(plain, link, origin)).toBe(true);
  expect(isScreenClick(plain, { ...link, pathname: '/logout' }, origin)).toBe(false);
  expect(isScreenClick(plain, { ...link, pathname: '/' }, origin)).toBe(false);
  expect(isScreenClick(plain, { ...link, origin: 'https://other.example' }, origin)).toBe(false);
  expect(isScreenClick(plain, { ...link, target: '_blank' }, origin)).toBe(false);
  expect(isScreenClick(plain, { ...link, hash: '#main' }, origin)).toBe(false);
  expect(isScreenClick(plain, { ...link, download: 'x' }, origin)).toBe(false);
  for (const key of ['altKey', 'metaKey', 'ctrlKey', 'shiftKey', 'defaultPrevented']) {
    expect(isScreenClick({ ...plain, [key]: true }, link, origin)).toBe(false);
  }
  expect(isScreenClick({ ...plain, button: 1 }, link, origin)).toBe(false);
});
