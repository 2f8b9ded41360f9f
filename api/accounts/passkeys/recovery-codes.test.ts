import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getProfile } from '#contract/auth.ts';
import { listPasskeys, proveIdentity, replaceRecoveryCodes } from '#contract/passkeys.ts';
import { recoveryCodes } from '../../platform/db/schema/accounts.ts';
import { outboxMessages } from '../../platform/db/schema/operations.ts';
import { readActions } from '../../test/audit-entries.ts';
import { Authenticator } from '../../test/authenticator.ts';
import { makeApp } from '../../test/make-app.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, signInPerson } from '../../test/people.ts';
import { enrol, PASSKEY_SITE, prove } from '../../test/proofs.ts';

const api = await openTestApp({ PUBLIC_SITE_URL: PASSKEY_SITE });

const mailOf = async (id: string) =>
  (await api.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id))).map(({ kind }) => kind);

describe('recovery codes', () => {
  test('P56 one is good once, however it is typed; it ends every other session and is told by mail', async () => {
    const person = await addPerson(api.db);
    const { codes } = await enrol(api, person);
    const other = await signInPerson(api.db, person.id);
    const { token } = (await signInPerson(api.db, person.id)) as Person;
    const typed = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    const use = (recoveryCode: string) => api.call(proveIdentity, { token, body: { recoveryCode } });
    const replies = await Promise.all(Array.from({ length: 5 }, () => use(typed)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect((await use(codes[3] ?? '')).body.code).toBe('RECOVERY_CODE_WRONG');
    expect((await api.call(getProfile, { token: other.token })).status).toBe(401);
    expect((await api.call(getProfile, { token: person.token })).status).toBe(401);
    expect((await api.call(getProfile, { token })).status).toBe(200);
    expect((await api.call(listPasskeys, { token })).body.data.recoveryCodesLeft).toBe(9);
    expect((await mailOf(person.id)).filter((kind) => kind === 'RECOVERY_CODE_USED')).toHaveLength(1);
    expect(await readActions(api.db, person.id)).toContain('RECOVERY_CODE_FAILED');
  });

  test('P56 they are stored as hashes, belong to one account, and new ones make the old void', async () => {
    const person = await addPerson(api.db);
    const stranger = await addPerson(api.db);
    const { authenticator, codes } = await enrol(api, person);
    await enrol(api, stranger);
    const stored = JSON.stringify(await api.db.select().from(recoveryCodes));
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
    const [code = ''] = codes;
    const use = (token: string) => api.call(proveIdentity, { token, body: { recoveryCode: code } });
    expect((await use(stranger.token)).status).toBe(400);
    expect(await prove(api, person.token, authenticator)).toBe(200);
    const renewed = await api.call(replaceRecoveryCodes, { token: person.token });
    expect(renewed.body.data.recoveryCodes).toHaveLength(10);
    expect((await use(person.token)).status).toBe(400);
    const nobody = await addPerson(api.db);
    expect((await api.call(replaceRecoveryCodes, { token: nobody.token })).body.code).toBe('PASSKEY_MISSING');
  });

  test('P19 P56 guesses of codes, and answers that prove nothing, are counted', async () => {
    const strict = await makeApp({ PUBLIC_SITE_URL: PASSKEY_SITE, RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const { codes } = await enrol(strict, person);
    const use = (recoveryCode: string) =>
      strict.call(proveIdentity, { token: person.token, body: { recoveryCode } });
    for (let i = 0; i < 10; i++) expect((await use('AAAA-AAAA-AAAA-AAAA')).status).toBe(400);
    expect((await use(codes[0] ?? '')).status).toBe(429);
    const credential = new Authenticator(PASSKEY_SITE).get({ challenge: '' });
    const answer = () => strict.call(proveIdentity, { token: person.token, body: { credential } });
    for (let i = 0; i < 20; i++) expect((await answer()).status).toBe(400);
    expect((await answer()).status).toBe(429);
    await strict.close();
  });
});
