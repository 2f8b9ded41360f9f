import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getActivityDashboard } from '#contract/activity.ts';
import { listUsers, updateUserRole } from '#contract/admin-users.ts';
import { getProfile, login } from '#contract/auth.ts';
import type { Call } from '#contract/call.ts';
import { enrollInLeague, getDashboard, getLeagueProgress } from '#contract/learning.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import { changePassword } from '#contract/own-account.ts';
import {
  listPasskeys,
  loginWithPasskey,
  proveIdentity,
  removePasskey,
  resetPasskeys,
  startPasskey,
  startPasskeyLogin,
  startProof,
} from '#contract/passkeys.ts';
import { getCounts, getUserAnalytics } from '#contract/reports.ts';
import type { Role } from '#contract/roles.ts';
import { listMySubmissions } from '#contract/submissions.ts';
import { isPasskeyRequired, passkeyRequiredFrom } from '../../platform/access/proof.ts';
import { passkeys } from '../../platform/db/schema/accounts.ts';
import { auditLog, outboxMessages } from '../../platform/db/schema/operations.ts';
import { parseEnv } from '../../platform/process/env.ts';
import { readRelyingParty } from '../../platform/process/relying-party.ts';
import { createId } from '../../platform/process/secrets.ts';
import { addLeague, enroll } from '../../test/leagues.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { age, answerTo, enrol, PASSKEY_SITE, prove, signIn } from '../../test/proofs.ts';

/** Where staff need a passkey. */
const strict = await openTestApp({ PUBLIC_SITE_URL: PASSKEY_SITE, STAFF_PASSKEYS: 'required' });

describe('where staff need a passkey', () => {
  const STAFF: Role[] = ['PATHFINDER', 'CHIEF_PATHFINDER', 'GRAND_PATHFINDER'];

  test('P58 every staff call is refused until the session has one, and says which step is missing', async () => {
    const grand = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const isForStaff = ({ access, path }: Call) =>
      ['staff', 'chief', 'grand'].includes(access) || path.startsWith('/admin/');
    for (const call of strict.app.router.calls.filter(isForStaff)) {
      const { status, code, body } = await answerTo(strict, grand.token, call);
      expect([call.name, status, code, body.step]).toEqual([
        call.name,
        403,
        'PASSKEY_REQUIRED',
        'ADD_PASSKEY',
      ]);
    }
    await enrol(strict, grand);
    const { code, body } = await answerTo(strict, grand.token, listUsers);
    expect([code, body.step]).toEqual(['PASSKEY_REQUIRED', 'USE_PASSKEY']);
  });

  test('P58 calls that are open to everybody ask staff for one where they name somebody else', async () => {
    const grand = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const [learner, other] = [await addPerson(strict.db), await addPerson(strict.db)];
    const league = await addLeague(strict.db);
    for (const { id } of [learner, grand]) await enroll(strict.db, id, league);
    const ask = async (token: string, userId: string) => {
      const query = { userId };
      const replies = [
        await strict.call(listMySubmissions, { token, query }),
        await strict.call(getDashboard, { token, query }),
        await strict.call(getLeagueProgress, { token, query, params: { leagueId: league.id } }),
        await strict.call(getActivityDashboard, { token, query }),
        await strict.call(getCounts, { token, query }),
        await strict.call(getUserAnalytics, { token, params: query }),
        await strict.call(enrollInLeague, {
          token,
          body: { userId, cohortId: league.cohortId, leagueId: league.id },
        }),
      ];
      return replies.map(({ body }) => body.code ?? 'OK');
    };
    expect(new Set(await ask(grand.token, learner.id))).toEqual(new Set(['PASSKEY_REQUIRED']));
    expect(await ask(grand.token, grand.id)).not.toContain('PASSKEY_REQUIRED');
    expect(await ask(learner.token, other.id)).not.toContain('PASSKEY_REQUIRED');
    const { authenticator } = await enrol(strict, await addPerson(strict.db, { role: 'GRAND_PATHFINDER' }));
    expect(await ask(await signIn(strict, authenticator), learner.id)).not.toContain('PASSKEY_REQUIRED');
  });

  test('P58 signing in by password works unchanged, the own account stays open, learners need nothing', async () => {
    for (const role of STAFF) {
      const person = await addPerson(strict.db, { role });
      const reply = await strict.call(login, { body: { email: person.email, password: TEST_PASSWORD } });
      const token = reply.body.data.accessToken;
      expect((await strict.call(getProfile, { token })).status).toBe(200);
      expect((await strict.call(listPasskeys, { token })).body.data).toMatchObject({
        isRequired: true,
        requiredFrom: null,
      });
    }
    const learner = await addPerson(strict.db);
    await age(strict, learner.sessionId);
    expect((await strict.call(listPasskeys, { token: learner.token })).body.data.isRequired).toBe(false);
    const body = { currentPassword: TEST_PASSWORD, newPassword: 'Harbour-moss-64!' };
    expect((await strict.call(changePassword, { token: learner.token, body })).status).toBe(200);
  });

  test('P58 a session signed in or proved by passkey serves; a password refreshes nothing there', async () => {
    const person = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const { authenticator } = await enrol(strict, person);
    const token = await signIn(strict, authenticator);
    expect((await strict.call(listUsers, { token })).status).toBe(200);
    expect(await prove(strict, person.token, authenticator)).toBe(200);
    expect((await strict.call(listUsers, { token: person.token })).status).toBe(200);
    await age(strict, person.sessionId);
    expect((await strict.call(listUsers, { token: person.token })).status).toBe(200);
    await strict.call(proveIdentity, { token: person.token, body: { password: TEST_PASSWORD } });
    for (const call of strict.app.router.calls.filter(({ proof }) => proof)) {
      const { code, body } = await answerTo(strict, person.token, call);
      expect([call.name, code, body.accepts]).toEqual([
        call.name,
        'PROOF_REQUIRED',
        ['PASSKEY', 'RECOVERY_CODE'],
      ]);
    }
    expect((await strict.call(startProof, { token: person.token })).body.data.accepts).toEqual([
      'PASSKEY',
      'RECOVERY_CODE',
    ]);
  });

  test('P58 a reset of the password by mail takes nothing of it away; a recovery code stands in, once', async () => {
    const person = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const { codes } = await enrol(strict, person);
    await strict.call(sendResetOtp, { body: { email: person.email } });
    const otp = await mailedCode(strict, person.email);
    const newPassword = 'Harbour-moss-64!';
    const reset = await strict.call(resetPassword, { body: { email: person.email, otp, newPassword } });
    expect(reset.status).toBe(200);
    const signedIn = await strict.call(login, { body: { email: person.email, password: newPassword } });
    const token = signedIn.body.data.accessToken;
    for (const call of [listUsers, startPasskey, updateUserRole]) {
      expect((await answerTo(strict, token, call)).status).toBe(403);
    }
    const [recoveryCode = ''] = codes;
    expect((await strict.call(proveIdentity, { token, body: { recoveryCode } })).status).toBe(200);
    expect((await strict.call(listUsers, { token })).status).toBe(200);
    await enrol(strict, { token }).catch(() => {});
    expect(await strict.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(2);
  });

  test('P58 nobody removes the last one; another Grand Pathfinder does it for who lost all, never for themselves', async () => {
    const grand = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const lost = await addPerson(strict.db, { role: 'GRAND_PATHFINDER' });
    const { authenticator } = await enrol(strict, grand);
    const { authenticator: gone, id, codes } = await enrol(strict, lost);
    const reset = (token: string, userId: string) =>
      strict.call(resetPasskeys, { token, params: { userId }, body: { reason: 'Lost the phone' } });

    expect(await prove(strict, lost.token, gone)).toBe(200);
    const removed = await strict.call(removePasskey, { token: lost.token, params: { id } });
    expect([removed.status, removed.body.code]).toEqual([409, 'LAST_PASSKEY']);

    expect((await reset(grand.token, lost.id)).body.code).toBe('PASSKEY_REQUIRED');
    expect(await prove(strict, grand.token, authenticator)).toBe(200);
    expect((await reset(grand.token, grand.id)).body.code).toBe('OWN_PASSKEYS');
    expect((await reset(grand.token, createId())).body.code).toBe('USER_NOT_FOUND');
    const reply = await reset(grand.token, lost.id);
    expect([reply.status, reply.body.data]).toEqual([200, { removedCount: 1 }]);

    expect((await strict.call(getProfile, { token: lost.token })).status).toBe(401);
    const options = (await strict.call(startPasskeyLogin)).body.data;
    const credential = gone.get(options);
    expect((await strict.call(loginWithPasskey, { body: { credential } })).status).toBe(401);
    const again = await strict.call(login, { body: { email: lost.email, password: TEST_PASSWORD } });
    const token = again.body.data.accessToken;
    const [recoveryCode = ''] = codes;
    expect((await strict.call(proveIdentity, { token, body: { recoveryCode } })).status).toBe(400);
    await enrol(strict, { token });
    const [entry] = await strict.db.select().from(auditLog).where(eq(auditLog.action, 'PASSKEYS_RESET'));
    expect(entry).toMatchObject({ actorId: grand.id, targetUserId: lost.id, description: 'Lost the phone' });
    const mails = await strict.db.select().from(outboxMessages).where(eq(outboxMessages.userId, lost.id));
    // Added, reset, added again.
    expect(mails.filter(({ kind }) => kind === 'PASSKEYS_CHANGED')).toHaveLength(3);
  });
});

describe('the settings', () => {
  const policy = (STAFF_PASSKEYS: string, TIME_ZONE = 'Asia/Kolkata') => ({ STAFF_PASSKEYS, TIME_ZONE });

  test('P58 advised, required, or from a day on, at midnight of the time zone; staff alone', () => {
    const at = (time: string) => new Date(time);
    const from = policy('2027-03-01');
    const eve = at('2027-02-28T18:29:59Z');
    const midnight = at('2027-02-28T18:30:00Z');
    expect(isPasskeyRequired(policy('advised'), 'GRAND_PATHFINDER')).toBe(false);
    expect(isPasskeyRequired(policy('required'), 'PATHFINDER')).toBe(true);
    expect(isPasskeyRequired(policy('required'), 'LUMINARY')).toBe(false);
    expect([
      isPasskeyRequired(from, 'PATHFINDER', eve),
      isPasskeyRequired(from, 'PATHFINDER', midnight),
    ]).toEqual([false, true]);
    expect([
      passkeyRequiredFrom(from, 'PATHFINDER', eve),
      passkeyRequiredFrom(from, 'PATHFINDER', midnight),
      passkeyRequiredFrom(from, 'PIONEER', eve),
      passkeyRequiredFrom(policy('advised'), 'PATHFINDER', eve),
    ]).toEqual(['2027-03-01', null, null, null]);
  });

  test.each([
    [{ STAFF_PASSKEYS: 'yes' }, 'STAFF_PASSKEYS: expected advised, required, or a day'],
    [{ STAFF_PASSKEYS: '2027-02-30' }, 'STAFF_PASSKEYS: expected advised, required, or a day'],
    [
      { STAFF_PASSKEYS: 'required', NODE_ENV: 'production' },
      'STAFF_PASSKEYS: passkeys belong to the address',
    ],
    [
      { STAFF_PASSKEYS: '2027-03-01', PUBLIC_SITE_URL: 'http://league.example' },
      'STAFF_PASSKEYS: passkeys belong to the address',
    ],
  ])('P58 %p does not start', (settings, message) => {
    expect(() => parseEnv(settings)).toThrow(message);
  });

  test('P55 passkeys belong to the host of the site, whatever the API’s; other addresses have none', () => {
    const party = (settings: Record<string, string>) => readRelyingParty(parseEnv(settings));
    const site = party({ PUBLIC_SITE_URL: 'https://league.example/', PUBLIC_API_URL: 'https://api.example' });
    expect(site?.id).toBe('league.example');
    for (const [origin, is] of [
      ['https://league.example', true],
      ['https://api.example', false],
      ['https://evil.league.example', false],
      ['https://league.example:8443', false],
      ['http://league.example', false],
    ] as const) {
      expect([origin, site?.isOrigin(origin)]).toEqual([origin, is]);
    }
    const own = party({});
    expect([own?.id, own?.isOrigin('http://localhost:4321'), own?.isOrigin('http://localhost.evil')]).toEqual(
      ['localhost', true, false],
    );
    const without: Record<string, string>[] = [
      { PUBLIC_SITE_URL: 'http://league.example' },
      { PUBLIC_SITE_URL: 'https://192.0.2.7' },
      { PUBLIC_SITE_URL: 'https://[2001:db8::1]' },
      { HOST: '0.0.0.0' },
    ];
    for (const settings of without) expect(party(settings)).toBeNull();
  });
});
