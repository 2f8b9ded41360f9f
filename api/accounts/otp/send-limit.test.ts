import { expect, test } from 'bun:test';
import { sendResetOtp } from '#contract/otp.ts';
import { makeApp } from '../../test/make-app.ts';

test('P7 codes asked for from one address are cut, whoever they are for, and those from another are not', async () => {
  const api = await makeApp({ RATE_LIMIT_SCALE: '0.0027' }); // four codes an hour
  const ask = async (name: string, address: string) =>
    (await api.call(sendResetOtp, { body: { email: `${name}@example.test` }, address })).status;
  const statuses: number[] = [];
  for (let index = 0; index < 6; index++) statuses.push(await ask(`n${index}`, '10.96.0.1'));
  expect([...statuses, await ask('other', '10.96.0.2')]).toEqual([200, 200, 200, 200, 429, 429, 200]);
  await api.close();
});
