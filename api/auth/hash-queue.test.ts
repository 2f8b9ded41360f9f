import { expect, spyOn, test } from 'bun:test';
import { ApiError } from '../errors/api-error.ts';
import { verifyPassword } from './passwords.ts';

test('F12 of a flood of passwords four are compared at once, two hundred wait, the rest are sent away', async () => {
  let running = 0;
  let mostRunning = 0;
  const compare = spyOn(Bun.password, 'verify').mockImplementation(async () => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await Bun.sleep(1);
    running -= 1;
    return true;
  });
  const guesses = Array.from({ length: 260 }, () => verifyPassword('guess', '$argon2id$some-hash'));
  const results = await Promise.allSettled(guesses);
  const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  expect([results.length - refused.length, refused.length, mostRunning]).toEqual([204, 56, 4]);
  for (const error of refused) {
    expect(error).toBeInstanceOf(ApiError);
    expect([error.status, error.retryAfter]).toEqual([503, 5]);
  }
  expect(await verifyPassword('guess', '$argon2id$some-hash')).toBe(true);
  compare.mockRestore();
});

test('P19 F12 in a flood of passwords a browser known for its account is compared before those that wait', async () => {
  const order: string[] = [];
  const compare = spyOn(Bun.password, 'verify').mockImplementation(async (password) => {
    order.push(String(password));
    await Bun.sleep(1);
    return false;
  });
  const guesses = Array.from({ length: 260 }, () => verifyPassword('guess', '$argon2id$some-hash'));
  const owner = verifyPassword('owner', '$argon2id$some-hash', 'proven');
  await Promise.allSettled([...guesses, owner]);
  expect(order.indexOf('owner')).toBe(4);
  expect(order).toHaveLength(205);
  compare.mockRestore();
});
