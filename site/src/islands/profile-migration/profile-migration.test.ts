import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { MIGRATION_WAIT_MS } from '#contract/constants.ts';
import type { MigrationValues } from '#contract/profile-rules.ts';
import { stopSession } from '../shared/session/session.ts';
import { type FakeReply, ok, refusal, setUpFakeBrowser } from '../shared/testing/fake-browser.ts';
import { createFakeClock, type FakeClock } from '../shared/testing/fake-clock.ts';
import { createProfileMigration, type MigrationFlow } from './profile-migration.ts';

const MIGRATE = 'POST /migration/migrate-to-v2';
const SOCIAL = 'PUT /auth/profile';
const VERIFICATION = 'GET /auth/email-verification/verification-status';

afterEach(stopSession);
const browser = setUpFakeBrowser();
let clock: FakeClock;
let visited: string[];
let migration: MigrationFlow;
beforeEach(() => {
  clock = createFakeClock();
  visited = [];
  const visit = (path: string) => void visited.push(path);
  migration = createProfileMigration({ go: visit, replace: visit }, clock);
  localStorage.setItem('accessToken', 'a');
  browser.answer(MIGRATE, ok({ migrationCompleted: true }));
  browser.answer(SOCIAL, ok({ id: 'u1' }));
  browser.answer('GET /auth/profile', ok({ id: 'u1' }));
  browser.answer(VERIFICATION, ok(null, { emailVerified: false }));
});

function fill(changes: Partial<MigrationValues> = {}): void {
  const values = {
    institute: 'Sample Institute of Technology',
    department: 'Biotechnology',
    graduationYear: '2028',
    studentId: '24102001',
    phoneNumber: '98765 43210',
    ...changes,
  };
  for (const [name, value] of Object.entries(values))
    migration.form.change(name as keyof MigrationValues, value);
}

async function complete(changes: Partial<MigrationValues> = {}): Promise<void> {
  fill(changes);
  const submitted = migration.form.submit();
  await clock.advance(MIGRATION_WAIT_MS);
  await submitted;
}

const reload = () => createProfileMigration({ go: () => {}, replace: () => {} }, clock);

test('MIGR-13 a kept step 2 without a whole step 1 opens step 1', () => {
  sessionStorage.setItem('draft::profile-wizard-step', '{"step":"2"}');
  expect(reload().$step.get()).toBe(1);
});

test('MIGR-38 CONST-08 migrate, social handles, user, one second, verification, redirect', async () => {
  expect(MIGRATION_WAIT_MS).toBe(1000);
  fill({ twitterHandle: '@asha', portfolioUrl: 'https://asha.example' });
  const submitted = migration.form.submit();
  await clock.advance(999);
  expect(browser.requests.map((request) => request.route)).toEqual([MIGRATE, SOCIAL, 'GET /auth/profile']);
  expect(visited).toEqual([]);
  await clock.advance(1);
  await submitted;
  expect(browser.requests.at(-1)?.route).toBe(VERIFICATION);
  expect(visited).toEqual(['/email-verification']);
});

test('MIGR-39 only the handles that were given are sent', async () => {
  await complete({ twitterHandle: '@asha', discordUsername: 'asha#1', portfolioUrl: 'asha.example' });
  expect(browser.sent(SOCIAL)[0]?.body).toEqual({
    twitterHandle: '@asha',
    discordUsername: 'asha#1',
    portfolioUrl: 'https://asha.example',
  });
  expect(browser.sent(MIGRATE)[0]?.body).toEqual({
    institute: 'Sample Institute of Technology',
    department: 'Biotechnology',
    graduationYear: 2028,
    phoneNumber: '9876543210',
    studentId: '24102001',
    discordUsername: 'asha#1',
    portfolioUrl: 'https://asha.example',
  });
});

test('MIGR-39 without handles the profile is left alone', async () => {
  await complete();
  expect(browser.sent(SOCIAL)).toHaveLength(0);
});

test('MIGR-40 ERR-11 a failed update of the handles is a warning and the flow goes on', async () => {
  const warn = spyOn(console, 'warn').mockImplementation(() => undefined);
  browser.answer(SOCIAL, refusal(500, 'No'));
  await complete({ githubUsername: 'asha' });
  expect(warn.mock.calls[0]?.[0]).toBe('Failed to update social handles');
  expect(visited).toEqual(['/email-verification']);
  warn.mockRestore();
});

for (const [id, reply, path] of [
  ['MIGR-42', ok(null, { emailVerified: true }), '/dashboard'],
  ['MIGR-42 data', ok({ emailVerified: true }), '/dashboard'],
  ['MIGR-43', ok(null, { emailVerified: false }), '/email-verification'],
  ['MIGR-44', refusal(500, 'No'), '/email-verification'],
  ['MIGR-44', 'network', '/email-verification'],
] as [string, FakeReply, string][]) {
  test(`${id} leads to ${path} after ${JSON.stringify(reply)}`, async () => {
    browser.answer(VERIFICATION, reply);
    await complete();
    expect(visited).toEqual([path]);
  });
}

for (const [reply, text] of [
  [refusal(400, 'Please enter a valid phone number'), 'Please enter a valid phone number'],
  [refusal(500), 'Migration failed'],
  ['network', 'Migration failed. Please try again.'],
] as [FakeReply, string][]) {
  test(`MIGR-45 ERR-09 a failed migration shows '${text}' and keeps the form`, async () => {
    browser.answer(MIGRATE, reply);
    await complete();
    expect(migration.form.$form.get()).toMatchObject({ failure: text, busy: false });
    expect(migration.form.$form.get().values.institute).toBe('Sample Institute of Technology');
    expect(visited).toEqual([]);
  });
}

test('ERR-07 without a token nothing is sent', async () => {
  localStorage.removeItem('accessToken');
  await complete();
  expect(migration.form.$form.get().failure).toBe('No access token found');
  expect(browser.requests).toHaveLength(0);
});

test('MIGR-38 a second press after a lost answer goes on', async () => {
  browser.answer(MIGRATE, refusal(400, 'User is already migrated to V2', { code: 'ALREADY_MIGRATED' }));
  await complete();
  expect(visited).toEqual(['/email-verification']);
});
