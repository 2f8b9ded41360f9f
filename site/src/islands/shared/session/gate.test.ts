import { afterEach, describe, expect, test } from 'bun:test';
import { type FakeReply, ok, refusal, setUpFakeBrowser } from '../testing/fake-browser.ts';
import { FAILED_FLOW, fetchEmailVerified, fetchMigrationStatus, toFlow } from './account-flow.ts';
import { decideGate, decideRole, type GateArea, openGate, openRoleGate } from './gate.ts';
import type { Session } from './session.ts';
import { $session, stopSession } from './session.ts';

afterEach(stopSession);
const browser = setUpFakeBrowser();

const STATUS = { needsMigration: false, requiresMigration: false, emailVerified: true, migratedToV2: true };

describe('decision', () => {
  test('GUARD-01 waits while loading', () => {
    expect(decideGate('account', 'loading', null)).toEqual({ kind: 'wait' });
    expect(decideGate('account', 'signedIn', null)).toEqual({ kind: 'wait' });
  });
  test('GUARD-07 either flag requires migration', () => {
    expect(toFlow({ needsMigration: true }).needsMigration).toBe(true);
    expect(toFlow({ requiresMigration: true }).needsMigration).toBe(true);
    expect(toFlow(STATUS).needsMigration).toBe(false);
  });
});

const AREAS: Record<string, GateArea> = {
  '/dashboard': 'account',
  '/migration': 'migration',
  '/email-verification': 'email-verification',
};
/** What the two status calls may answer, failures included. */
const MIGRATION_REPLIES: [string, FakeReply][] = [
  ['done', ok(STATUS)],
  ['owes migration', ok({ ...STATUS, needsMigration: true, requiresMigration: true })],
  ['owes e-mail', ok({ ...STATUS, emailVerified: false })],
  ['owes both', ok({ ...STATUS, needsMigration: true, emailVerified: false })],
  ['status fails', refusal(500, 'No')],
  ['status unplugged', 'network'],
];
const EMAIL_REPLIES: [string, FakeReply][] = [
  ['verified', ok({}, { emailVerified: true })],
  ['unverified', ok({ emailVerified: false }, { emailVerified: false })],
  ['check fails', refusal(500, 'No')],
];

/** Opens a page, follows its redirects and returns the pages seen, until one is shown. */
async function walk(start: string, search = ''): Promise<string[]> {
  const seen = [start];
  for (;;) {
    const pathname = seen.at(-1) ?? start;
    const area = AREAS[pathname];
    if (!area) return seen;
    if (seen.length > 5) throw new Error(`Sent in circles: ${seen.join(' ')}`);
    const next = await openPage(area, pathname, search);
    if (next === null) return seen;
    seen.push(next);
  }
}

async function openPage(area: GateArea, pathname: string, search: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const gate = openGate(area, {
    navigation: { go: resolve, replace: resolve },
    location: { pathname, search },
  });
  gate.$decision.subscribe((decision) => {
    if (decision.kind === 'show') resolve(null);
  });
  const next = await promise;
  gate.close();
  stopSession();
  return next;
}

describe('no account is sent in circles', () => {
  for (const [migration, migrationReply] of MIGRATION_REPLIES) {
    for (const [email, emailReply] of EMAIL_REPLIES) {
      for (const migratedToV2 of [true, null]) {
        for (const start of Object.keys(AREAS)) {
          for (const search of ['', '?test-email=true']) {
            const name = `GUARD-08 GUARD-09 ${start}${search}: ${migration}, ${email}, profile ${migratedToV2}`;
            test(name, async () => {
              localStorage.setItem('accessToken', 'a');
              browser.answer('GET /auth/profile', ok({ id: 'u1', migratedToV2 }));
              browser.answer('GET /migration/status', migrationReply);
              browser.answer('GET /auth/email-verification/verification-status', emailReply);
              expect((await walk(start, search)).length).toBeLessThanOrEqual(3);
            });
          }
        }
      }
    }
  }
  for (const start of Object.keys(AREAS)) {
    test(`GUARD-02 GUARD-12 ${start} signed out ends at /signin`, async () => {
      expect(await walk(start)).toEqual([start, '/signin']);
    });
  }
});

describe('surroundings', () => {
  const signedIn = () => {
    localStorage.setItem('accessToken', 'a');
    browser.answer('GET /auth/profile', ok({ id: 'u1', migratedToV2: true }));
  };

  test('GUARD-10 test-email=true takes the e-mail state from the verification check', async () => {
    signedIn();
    browser.answer('GET /migration/status', ok(STATUS));
    browser.answer('GET /auth/email-verification/verification-status', ok({}, { emailVerified: false }));
    expect(await walk('/dashboard')).toEqual(['/dashboard']);
    expect(await walk('/dashboard', '?test-email=true')).toEqual(['/dashboard', '/email-verification']);
  });

  test('GUARD-11 ERR-10 a failed flow check shows the page', async () => {
    signedIn();
    expect(FAILED_FLOW).toEqual({ needsMigration: false, emailVerified: true, isV2User: true });
    browser.answer('GET /migration/status', refusal(500, 'No'));
    expect(await walk('/dashboard')).toEqual(['/dashboard']);
  });

  test('EMAILV-03 EMAILV-12 verified, or a failed check, leaves /email-verification', async () => {
    signedIn();
    browser.answer('GET /migration/status', ok({ ...STATUS, emailVerified: false }));
    browser.answer('GET /auth/email-verification/verification-status', refusal(500, 'No'));
    expect(await walk('/email-verification')).toEqual(['/email-verification', '/dashboard']);
  });

  test('MIGR-01 /migration sends away an account that does not need it, and keeps a newcomer when the check fails', async () => {
    signedIn();
    browser.answer('GET /migration/status', ok(STATUS));
    expect(await walk('/migration')).toEqual(['/migration', '/dashboard']);
    browser.answer('GET /auth/profile', ok({ id: 'u1', migratedToV2: null }));
    browser.answer('GET /migration/status', refusal(500, 'No'));
    expect(await walk('/migration')).toEqual(['/migration']);
  });

  test('GUARD-02 the gate remembers the page for after sign-in', async () => {
    await openPage('account', '/dashboard/league/l1', '?view=all');
    expect(sessionStorage.getItem('returnPath')).toBe('/dashboard/league/l1?view=all');
  });

  test('GUARD-05 a first view costs two calls: profile and flow', async () => {
    signedIn();
    browser.answer('GET /migration/status', ok(STATUS));
    await walk('/dashboard');
    expect(browser.requests.map((request) => request.route)).toEqual([
      'GET /auth/profile',
      'GET /migration/status',
    ]);
  });
});

describe('status calls', () => {
  test('ERR-03 ERR-07 signed out nothing is asked', async () => {
    await expect(fetchEmailVerified()).rejects.toThrow('No access token found');
    await expect(fetchMigrationStatus()).rejects.toThrow('No access token found');
    expect(browser.requests).toHaveLength(0);
  });
  test('ERR-04 ERR-08 failures without words get the stated ones', async () => {
    localStorage.setItem('accessToken', 'a');
    browser.answer('GET /migration/status', refusal(500));
    await expect(fetchEmailVerified()).rejects.toThrow('Failed to check verification status');
    await expect(fetchMigrationStatus()).rejects.toThrow('Failed to check migration status');
  });
  test('ERR-08 the words of the server come first', async () => {
    localStorage.setItem('accessToken', 'a');
    browser.answer('GET /migration/status', refusal(404, 'User not found'));
    await expect(fetchMigrationStatus()).rejects.toThrow('User not found');
  });
});

describe('roles', () => {
  const as = (role: string) => ({ state: 'signedIn', user: { role }, failure: null }) as Session;
  const STAFF = ['ADMIN', 'GRAND_PATHFINDER'] as const;

  test('GUARD-13 any of the required roles passes', () => {
    expect(decideRole(as('ADMIN'), STAFF)).toEqual({ kind: 'show' });
    expect(decideRole(as('GRAND_PATHFINDER'), STAFF)).toEqual({ kind: 'show' });
  });
  test('GUARD-13 GUARD-16 GUARD-17 another role, or none, is refused with both sides named', () => {
    expect(decideRole(as('PIONEER'), STAFF)).toEqual({ kind: 'refuse', current: 'PIONEER', required: STAFF });
    expect(decideRole(as(''), STAFF)).toEqual({ kind: 'refuse', current: null, required: STAFF });
  });
  test('GUARD-14 signed out goes to /signin', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    openRoleGate(STAFF, {
      navigation: { go: resolve, replace: resolve },
      location: { pathname: '/admin/users', search: '' },
    });
    expect(await promise).toBe('/signin');
    expect(sessionStorage.getItem('returnPath')).toBe('/admin/users');
  });
});

describe('another account in the same page', () => {
  const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

  test('GUARD-01 what was drawn for one account is never shown to the next: the page starts over', async () => {
    localStorage.setItem('accessToken', 'a');
    localStorage.setItem('refreshToken', 'r-u1');
    browser.answer('GET /auth/profile', ok({ id: 'u1', role: 'GRAND_PATHFINDER', migratedToV2: true }));
    browser.answer('GET /migration/status', ok(STATUS));
    const left: string[] = [];
    const navigation = { go: (path: string) => left.push(path), replace: (path: string) => left.push(path) };
    const gate = openGate('account', { navigation, location: { pathname: '/dashboard', search: '?a=1' } });
    const role = openRoleGate(['GRAND_PATHFINDER'], {
      navigation,
      location: { pathname: '/admin/users', search: '' },
    });
    await soon();
    const shown: string[] = [];
    gate.$decision.listen(({ kind }) => shown.push(kind));
    role.$decision.listen(({ kind }) => shown.push(kind));
    browser.changeElsewhere('accessToken', 'b');
    browser.answer('GET /auth/profile', ok({ id: 'u2', role: 'GRAND_PATHFINDER', migratedToV2: true }));
    browser.changeElsewhere('refreshToken', 'r-u2');
    await soon();
    expect($session.get().user?.id).toBe('u2');
    expect(left.sort()).toEqual(['/admin/users', '/dashboard?a=1']);
    expect(shown).not.toContain('show');
    expect([gate.$decision.get().kind, role.$decision.get().kind]).toEqual(['wait', 'wait']);
    gate.close();
    role.close();
  });
});
