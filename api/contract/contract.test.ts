import { describe, expect, test } from 'bun:test';
import { decideScope } from './access.ts';
import { pathOf } from './call.ts';
import { URL_MAX_LENGTH } from './constants.ts';
import { isAdmin, mayEnterAdmin, ROLES, reachesRole } from './roles.ts';
import { readPage, toPagination, toPercentage } from './shared.ts';
import { cleanPrintedName, cleanProse, cleanText, isHttpUrl } from './text.ts';

const those = (question: (role: (typeof ROLES)[number]) => boolean) => ROLES.filter(question);

describe('roles', () => {
  test('ROLE-09 is admin, can manage content, can manage weeks and content', () => {
    expect(those(isAdmin)).toEqual(['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER']);
  });

  test('ROLE-10 can manage leagues, assignments, users', () => {
    expect(those((role) => reachesRole(role, 'CHIEF_PATHFINDER'))).toEqual([
      'CHIEF_PATHFINDER',
      'GRAND_PATHFINDER',
    ]);
  });

  test('ROLE-05 ADMIN may enter the admin area and stands on no rung', () => {
    expect(those(mayEnterAdmin)).toEqual(['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER', 'ADMIN']);
    expect(ROLES.some((needed) => reachesRole('ADMIN', needed))).toBe(false);
  });

  test('ROLE-02 ROLE-04 ROLE-11 ROLE-12 ROLE-13 staff act where they hold a scope with the permission, GRAND everywhere', () => {
    const scope = { leagueId: 'ml', canManageUsers: false, canViewAnalytics: true, canCreateContent: false };
    const decide = (
      role: (typeof ROLES)[number],
      scopes = [scope],
      permission: 'canViewAnalytics' | 'canCreateContent' | null = null,
    ) => decideScope({ role }, scopes, 'ml', permission);
    expect(decide('GRAND_PATHFINDER', [], 'canCreateContent')).toEqual({ allowed: true });
    expect(decide('PATHFINDER')).toEqual({ allowed: true });
    expect(decide('PATHFINDER', [scope], 'canViewAnalytics')).toEqual({ allowed: true });
    expect(decide('CHIEF_PATHFINDER', [scope], 'canCreateContent')).toEqual({
      allowed: false,
      reason: 'PERMISSION_MISSING',
    });
    expect(decide('CHIEF_PATHFINDER', [])).toEqual({ allowed: false, reason: 'LEAGUE_OUT_OF_SCOPE' });
    expect(decide('PIONEER')).toEqual({ allowed: false, reason: 'LEAGUE_OUT_OF_SCOPE' });
    expect(decide('ADMIN')).toEqual({ allowed: false, reason: 'LEAGUE_OUT_OF_SCOPE' });
  });
});

describe('shared pieces', () => {
  test('P28 only http and https addresses without credentials pass', () => {
    const refused = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '\tjavascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://a.example/x',
      '//evil.example',
      '\\\\evil.example',
      '/\\evil.example',
      'https:evil.example',
      'https://a@evil.example',
      'https://a:b@evil.example',
      `https://a.example/${'x'.repeat(URL_MAX_LENGTH)}`,
      'https://a b.example',
      '',
      'example.org',
    ];
    for (const url of refused) expect([url, isHttpUrl(url)]).toEqual([url, false]);
    for (const url of ['https://example.org', 'http://example.org:8080/a?b=c#d', 'HTTPS://EXAMPLE.ORG/Ω']) {
      expect([url, isHttpUrl(url)]).toEqual([url, true]);
    }
  });

  test('text loses control signs and the white space around it, and nothing else', () => {
    for (const clean of [cleanText, cleanProse]) {
      expect(clean('  <b>Ünï & "quotes" ਪੰਜਾਬੀ 🙂</b>\u0000\u0007')).toBe('<b>Ünï & "quotes" ਪੰਜਾਬੀ 🙂</b>');
      expect(clean('\uD800').isWellFormed()).toBe(true);
      expect(clean(' \n\t\u0000 ')).toBe('');
    }
    expect(cleanProse('a\r\nb\rc\td')).toBe('a\nb\nc\td');
    expect(cleanText('a\r\nb\rc\td')).toBe('a b c d');
  });

  test('a name on a certificate is one line, read as it is written', () => {
    expect(cleanPrintedName(' Asha\u202e\u200b\n  Ver\u2028ma\u0000 ')).toBe('Asha Ver ma');
    expect(cleanText('one\u2028two\u2029')).toBe('one two');
  });

  test('joiners stay where a script or a picture needs them, and nowhere else', () => {
    for (const name of [
      'അജിത്\u200d കുമാർ',
      'می\u200cخواهم',
      '👩🏽\u200d🚀 Asha',
      '❤️ Ravi',
      '🏴\u{E0067}\u{E0062}\u{E007F}',
    ])
      expect(cleanText(name)).toBe(name);
    for (const name of ['\u200dAsha', 'Asha\u200d', 'As\u00adha', 'Asha \u200d', 'Asha\u2060'])
      expect(cleanText(name)).toBe('Asha');
    for (const name of ['\u2800', '\u034f', '\u115f\u1160']) expect(cleanText(name)).toBe('');
  });

  test('an id is one part of a path, whatever is in it', () => {
    expect(pathOf({ path: '/users/:id/role' }, { id: '../x?y#z' })).toBe('/users/..%2Fx%3Fy%23z/role');
  });

  test('code in words of several lines keeps its indentation', () => {
    const code = '    if a < b:\n        return List<String>()\n\n    # end';
    expect(cleanProse(`\n \n${code}  \n\n`)).toBe(code);
    expect(cleanProse(code)).toBe(code);
  });

  test('ENT-56 paging falls back on bad values and answers every name a client reads', () => {
    expect(readPage({}, 20)).toEqual({ page: 1, limit: 20 });
    expect(readPage({ page: '-1', limit: 'x' }, null)).toEqual({ page: 1, limit: null });
    expect(readPage({ page: '1e9', limit: '0' }, 20)).toEqual({ page: 1, limit: 20 });
    expect(readPage({ page: '3', limit: '1000000' }, 20)).toEqual({ page: 3, limit: 1000 });
    expect(toPagination({ page: 2, limit: 10 }, 21)).toEqual({
      page: 2,
      limit: 10,
      total: 21,
      totalPages: 3,
      totalCount: 21,
      hasNextPage: true,
      hasPreviousPage: true,
    });
    expect(toPagination({ page: 1, limit: null }, 0)).toMatchObject({
      total: 0,
      totalPages: 0,
      hasNextPage: false,
    });
  });

  test('LPROG-41 percentages are rounded, and 0 of 0 is 0', () => {
    expect([toPercentage(1, 3), toPercentage(2, 3), toPercentage(0, 0), toPercentage(5, 5)]).toEqual([
      33, 67, 0, 100,
    ]);
  });
});
