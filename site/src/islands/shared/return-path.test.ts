import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type FakeBrowser, openFakeBrowser } from './fake-browser.ts';
import { isReturnPath, rememberReturnPath, takeReturnPath } from './return-path.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = openFakeBrowser();
});
afterEach(() => browser.close());

for (const path of [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  '/dashboard/../signin',
  '/dashboard\n//evil.example',
  '/dashboardx',
  '/signin',
  '/logout',
  '',
]) {
  test(`GUARD-02 sign-in never returns to ${JSON.stringify(path)}`, () => {
    expect(isReturnPath(path)).toBe(false);
    sessionStorage.setItem('returnPath', path);
    expect(takeReturnPath('GRAND_PATHFINDER')).toBe('/dashboard');
  });
}

test('GUARD-02 SIGNIN-06 sign-in returns once to the page that was asked for', () => {
  rememberReturnPath('/dashboard/league/l1?view=all');
  expect(takeReturnPath('PIONEER')).toBe('/dashboard/league/l1?view=all');
  expect(takeReturnPath('PIONEER')).toBe('/dashboard');
});

test('GUARD-14 the admin area is returned to only by those who may enter it', () => {
  rememberReturnPath('/admin/weeks');
  expect(takeReturnPath('PIONEER')).toBe('/dashboard');
  rememberReturnPath('/admin/weeks');
  expect(takeReturnPath('PATHFINDER')).toBe('/admin/weeks');
});
