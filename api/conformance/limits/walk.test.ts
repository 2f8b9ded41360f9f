import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CALLS_THAT_DIFFER, limitOf } from '../../platform/http/call-limits.ts';
import type { TestApp } from '../../test/make-app.ts';
import { MORE, openWalk, tryCall } from './walk.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openWalk();
});
afterAll(() => api.close());

test('P53 every call that is served is counted: one too many is refused, and nobody else is', async () => {
  const faults: (string | null)[] = [];
  for (const call of api.app.router.calls) faults.push(await tryCall(api, call));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

test('P53 the limit of a call follows from what it is, but for the few that differ', () => {
  const limits = new Map(api.app.router.calls.map((call) => [call.name, limitOf(call)]));
  expect(Object.keys(CALLS_THAT_DIFFER).filter((name) => !limits.has(name))).toEqual([]);
  const expected = {
    signIn: ['login', 'loginWithPasskey', 'signup'],
    code: ['sendResetOtp', 'verifyResetOtp', 'resetPassword', 'verifyEmailOtp', 'proveIdentity'],
    ownAccount: ['updateProfile', 'addPasskey', 'endOtherSessions', 'confirmEmailChange'],
    learningWrite: ['completeResource', 'saveNote', 'submitAssignment', 'enrollInLeague', 'logout'],
    staffWrite: ['reviewSubmission', 'createSection', 'updateUserRole'],
    read: ['getProfile', 'getLeague', 'getPublicStructure', 'checkCertificate', 'searchStaff'],
    slow: ['getCompletionReport', 'importUsers', 'previewCurriculum', 'approveUsers'],
    export: ['exportUsers', 'exportAuditLogs', 'exportCurriculum'],
  };
  for (const [limit, names] of Object.entries(expected)) {
    expect(names.map((name) => [name, limits.get(name)])).toEqual(names.map((name) => [name, limit]));
  }
});

for (const [what, attempt] of Object.entries(MORE)) {
  test(`P53 ${what}`, async () => expect(await attempt(api)).toBeNull());
}
