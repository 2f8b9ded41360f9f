import { expect, test } from 'bun:test';
import type { Call, ProofRule } from '#contract/call.ts';
import { DELETION_WORD } from '#contract/own-account.ts';
import { openTestApp } from '../test/open-app.ts';
import { addPerson, type Person } from '../test/people.ts';
import { age, answerTo, enrol, PASSKEY_SITE } from '../test/proofs.ts';

/** Each call that asks for a fresh proof, by its level; no other call asks. */
const LEVELS: Record<ProofRule, readonly string[]> = {
  always: [
    'endUserSessions',
    'removePasskey',
    'replaceRecoveryCodes',
    'resetPasskeys',
    'startPasskey',
    'updateUserStatuses',
  ],
  agreed: [
    'assignLeagues',
    'deleteCohort',
    'deleteLeague',
    'removePathfinderLeague',
    'updateLeaguePermissions',
    'updateRoleById',
    'updateStatusById',
    'updateUserRole',
    'updateUserStatus',
  ],
  password: ['changePassword', 'deleteOwnAccount', 'requestEmailChange'],
};
/** Bodies that are right but for the password. */
const password = 'Wrong-guess-1!';
const BODIES: Record<string, Record<string, string>> = {
  changePassword: { currentPassword: password, newPassword: 'Harbour-moss-64!' },
  deleteOwnAccount: { password, confirmation: DELETION_WORD },
  requestEmailChange: { currentPassword: password, newEmail: 'other@example.test' },
};

const api = await openTestApp({ PUBLIC_SITE_URL: PASSKEY_SITE });
// Grand Pathfinders, whom no call refuses for their role.
const add = () => addPerson(api.db, { role: 'GRAND_PATHFINDER' });
const [plain, holder, fresh] = [await add(), await add(), await add()];
await enrol(api, holder);
for (const { sessionId } of [plain, holder]) await age(api, sessionId);

const ask = ({ token }: Person, name: string) => {
  const call = api.app.router.calls.find((one) => one.name === name) as Call;
  return answerTo(api, token, call, BODIES[name]);
};

test.each(Object.keys(LEVELS) as ProofRule[])('P57 these calls and no others have the level %s', (level) => {
  const calls = api.app.router.calls.filter(({ proof }) => proof === level);
  expect(calls.map(({ name }) => name).sort()).toEqual([...LEVELS[level]]);
});

test.each(Object.values(LEVELS).flat())(
  'P57 %s wants a fresh passkey where the account has one',
  async (name) => {
    const { status, code, body } = await ask(holder, name);
    expect([status, code, body.accepts]).toEqual([403, 'PROOF_REQUIRED', ['PASSKEY', 'RECOVERY_CODE']]);
  },
);

test.each(LEVELS.always)('P57 %s wants a fresh password of other accounts', async (name) => {
  const { status, code, body } = await ask(plain, name);
  expect([status, code, body.accepts]).toEqual([403, 'PROOF_REQUIRED', ['PASSWORD']]);
});

test.each(LEVELS.agreed)('P57 %s, an agreed call, wants nothing of other accounts', async (name) => {
  const [asked, proven] = [await ask(plain, name), await ask(fresh, name)];
  expect([asked.status, asked.code]).toEqual([proven.status, proven.code]);
  expect(asked.code).not.toBe('PROOF_REQUIRED');
});

test.each(LEVELS.password)('P57 %s wants the right password with it of other accounts', async (name) => {
  const { status, code } = await ask(plain, name);
  expect([status, code]).toEqual([400, 'PASSWORD_WRONG']);
});
