import { afterAll, beforeAll, setDefaultTimeout, test } from 'bun:test';
import { endUserSessions, updateStatusById } from '#contract/admin-users.ts';
import { getProfile, login, logout, refreshSession } from '#contract/auth.ts';
import { resetPassword, sendResetOtp, verifyResetOtp } from '#contract/otp.ts';
import { changePassword, endOtherSessions } from '#contract/own-account.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import type { TestApp, TestReply } from '../../test/make-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';
import { type Action, type Answers, type Arena, act, doneOf, makeArena, racePairs } from './battery.ts';

setDefaultTimeout(600_000);

interface Subject {
  person: Person;
  otp: string;
  refreshToken: string;
  accessToken: string;
}

let api: TestApp;
let asGrand: Arena['asGrand'];
beforeAll(async () => {
  ({ api, asGrand } = await makeArena());
});
afterAll(() => api.close());

/** Somebody with two sessions, one of them by the calls of the site, and a code to reset the password. */
async function make(): Promise<Subject> {
  const person = await addPerson(api.db);
  const { email } = person;
  const signedIn = await api.call(login, { body: { email, password: TEST_PASSWORD } });
  await api.call(sendResetOtp, { body: { email } });
  const { refreshToken, accessToken } = signedIn.body.data;
  return { person, otp: await mailedCode(api, email), refreshToken, accessToken };
}

const reset = (name: string, newPassword: string): Action<Subject> => ({
  name,
  send: ({ person: { email }, otp }) => api.call(resetPassword, { body: { email, otp, newPassword } }),
  answers: [200, 400],
});

const ACTIONS: readonly Action<Subject>[] = [
  reset('reset', 'Quiet-lantern-81!'),
  reset('reset to another', 'Brisk-harbour-27!'),
  act('check the code', [200, 400], ({ person: { email }, otp }) =>
    api.call(verifyResetOtp, { body: { email, otp } }),
  ),
  // Not again within two minutes.
  act('ask for a code', [400], ({ person: { email } }) => api.call(sendResetOtp, { body: { email } })),
  act('sign in', [200, 401], ({ person: { email } }) =>
    api.call(login, { body: { email, password: TEST_PASSWORD } }),
  ),
  act('refresh', [200, 401], ({ refreshToken }) => api.call(refreshSession, { body: { refreshToken } })),
  act('sign out', [200, 401, 403], ({ accessToken }) => api.call(logout, { token: accessToken })),
  act('change the password', [200, 400, 401, 403], ({ person: { token } }) =>
    api.call(changePassword, {
      token,
      body: { currentPassword: TEST_PASSWORD, newPassword: 'Early-thicket-64!' },
    }),
  ),
  act('end the others', [200, 401, 403], ({ person: { token } }) => api.call(endOtherSessions, { token })),
  act('end all', [200], ({ person }) =>
    asGrand(endUserSessions, { params: { userId: person.id }, body: { reason: 'A lost phone' } }),
  ),
  act('suspend', [200], ({ person }) =>
    asGrand(updateStatusById, { params: { userId: person.id }, body: { status: 'SUSPENDED' } }),
  ),
];

const RESETS = ['reset', 'reset to another'];
/** What ends the session whose refresh token races, and every access token that came of it. */
const ENDS_THAT_SESSION = [
  ...RESETS,
  'sign out',
  'change the password',
  'end the others',
  'end all',
  'suspend',
];
/** After these the old password opens nothing, so a sign-in that was in time has ended as well. */
const ENDS_THE_PASSWORD = [...RESETS, 'change the password', 'suspend'];

const isDone = (answers: Answers, names: readonly string[]) =>
  names.some((name) => doneOf(answers, name) > 0);
const tokensOf = (replies: readonly TestReply[] = []) =>
  replies.filter(({ status }) => status === 200).map(({ body }) => body.data.accessToken as string);

async function check({ accessToken, refreshToken, person }: Subject, answers: Answers): Promise<string[]> {
  const faults: string[] = [];
  const resets = RESETS.reduce((sum, name) => sum + doneOf(answers, name), 0);
  if (resets > 1) faults.push(`one code reset the password ${resets} times`);
  if (doneOf(answers, 'change the password') > 1) faults.push('one password was changed twice');
  const dead: string[] = [];
  if (isDone(answers, ENDS_THAT_SESSION)) {
    dead.push(accessToken, ...tokensOf(answers.get('refresh')));
    const { status } = await api.call(refreshSession, { body: { refreshToken } });
    if (status !== 401) faults.push(`a session that was ended was refreshed: ${status}`);
  }
  if (isDone(answers, ENDS_THE_PASSWORD)) {
    dead.push(...tokensOf(answers.get('sign in')));
    const { status } = await api.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
    if (status !== 401) faults.push(`the old password signs in: ${status}`);
  }
  for (const token of dead) {
    const { status } = await api.call(getProfile, { token });
    // A suspended account is told so.
    if (status !== 401 && status !== 403)
      faults.push(`a token of a session that was ended answers ${status}`);
  }
  return faults;
}

test('F17 P8 P13 P17 a code, a password or a session that ends at once with its use: one reset, and nothing lives on', async () => {
  await racePairs(api, { make, actions: ACTIONS, check });
});
