import { expect, test } from 'bun:test';
import { setUpFakeBrowser } from '../testing/fake-browser.ts';
import { isReturnPath, storeReturnPath, takeReturnPath } from './return-path.ts';

setUpFakeBrowser();

// Hostile addresses, bare and hidden behind a path of ours (docs/security.md H2, P31).
const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  '//evil.example',
  '///evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  'https:evil.example',
  'https://a@evil.example',
  'https://evil.example/dashboard',
  'http://127.0.0.1:1/dashboard',
  'http://[::1]/dashboard',
  'http://0x7f.1/dashboard',
  'https://xn--dashbord-9za.example/dashboard',
  `/${'a'.repeat(2049)}`,
  '%00/dashboard',
  '/%00dashboard',
  'dashboard',
  '@evil.example/dashboard',
  '.evil.example',
];
for (const path of HOSTILE) {
  test(`P31 sign-in never leads to another site by ${JSON.stringify(path.slice(0, 60))}`, () => {
    for (const hidden of [path, `${path}/dashboard`, `/dashboard/..${path}`, ` ${path}`]) {
      sessionStorage.setItem('returnPath', hidden);
      const target = new URL(takeReturnPath('GRAND_PATHFINDER'), 'https://ours.example/signin');
      expect(target.origin, hidden).toBe('https://ours.example');
      expect(target.pathname, hidden).toMatch(/^\/dashboard(\/|$)/);
    }
  });
}

for (const path of [
  ...HOSTILE,
  '/dashboard/../signin',
  '/dashboard\n//evil.example',
  '/dashboardx',
  '/eventsx',
  '/events/../signin',
  '/signin',
  '/logout',
  '',
]) {
  test(`GUARD-02 P31 sign-in never returns to ${JSON.stringify(path.slice(0, 60))}`, () => {
    expect(isReturnPath(path)).toBe(false);
    sessionStorage.setItem('returnPath', path);
    expect(takeReturnPath('GRAND_PATHFINDER')).toBe('/dashboard');
  });
}

test('GUARD-02 SIGNIN-06 sign-in returns once to the page that was asked for', () => {
  storeReturnPath('/dashboard/league/l1?view=all');
  expect(takeReturnPath('PIONEER')).toBe('/dashboard/league/l1?view=all');
  expect(takeReturnPath('PIONEER')).toBe('/dashboard');
});

test('sign-in returns to an event', () => {
  storeReturnPath('/events/hackathon-2/');
  expect(takeReturnPath('PIONEER')).toBe('/events/hackathon-2/');
});

test('GUARD-14 the admin area is returned to only by those who may enter it', () => {
  storeReturnPath('/admin/weeks');
  expect(takeReturnPath('PIONEER')).toBe('/dashboard');
  storeReturnPath('/admin/weeks');
  expect(takeReturnPath('PATHFINDER')).toBe('/admin/weeks');
});
