import { expect, test } from 'bun:test';
import { getProfile } from '#contract/auth.ts';
import { sendResetOtp } from '#contract/otp.ts';
import {
  deleteOwnAccount,
  downloadOwnData,
  getEmailChange,
  listOwnMail,
  requestEmailChange,
} from '#contract/own-account.ts';
import { dumpEverything } from '../../test/digest.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, type Person, TEST_PASSWORD } from '../../test/people.ts';

const api = await openTestApp();

/** What an account can see of its own change of address, with what differs between any two accounts taken out. */
async function seenBy(person: Person, newEmail: string) {
  const ask = { newEmail, currentPassword: TEST_PASSWORD };
  const seen = [await api.call(requestEmailChange, { token: person.token, body: ask })];
  for (const call of [getEmailChange, listOwnMail, getProfile, downloadOwnData]) {
    seen.push(await api.call(call, { token: person.token }));
  }
  const text = JSON.stringify(seen.map(({ status, body }) => ({ status, body })));
  return text
    .replaceAll(newEmail, 'NEW')
    .replaceAll(person.email, 'OWN')
    .replaceAll(person.name, 'NAME')
    .replaceAll(person.id, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'WHEN')
    .replace(/"(id|requestId|olid)":("[^"]*"|\d+)/g, '"$1":0');
}

test('P11 nothing a caller can read tells whether a new address is taken, the downloaded data included', async () => {
  const holder = await addPerson(api.db);
  const taken = await seenBy(await addPerson(api.db), holder.email);
  const free = await seenBy(await addPerson(api.db), 'nobody-has-this@private.test');
  expect(taken).toBe(free);
  expect(taken).toContain('"newEmail":"NEW"');
});

test('P17 after deletion an address stands with the last message and in what others typed, a name nowhere', async () => {
  const person = await addPerson(api.db, { name: 'Canary Zubeida', email: 'canary-zubeida@private.test' });
  const other = await addPerson(api.db);
  await api.call(sendResetOtp, { body: { email: person.email } });
  const ask = { newEmail: person.email, currentPassword: TEST_PASSWORD };
  expect((await api.call(requestEmailChange, { token: other.token, body: ask })).status).toBe(200);
  const body = { password: TEST_PASSWORD, confirmation: 'DELETE' };
  expect((await api.call(deleteOwnAccount, { token: person.token, body })).status).toBe(200);
  const rows = (await dumpEverything(api.db)).split('\n').filter((row) => row.includes('anary'));
  expect(rows.map((row) => /EMAIL_CHANGE|ACCOUNT_DELETED/.exec(row)?.[0]).sort()).toEqual([
    'ACCOUNT_DELETED',
    'EMAIL_CHANGE',
    'EMAIL_CHANGE',
  ]);
  expect(rows.join()).not.toContain('Canary');
});
