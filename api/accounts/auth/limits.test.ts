import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { login, signup } from '#contract/auth.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

describe('limits', () => {
  test('P19 the 11th try is refused even when right, from that address alone, and success clears the count', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const wrong = { email: person.email, password: 'Not-the-one-1' };
    const right = { email: person.email, password: TEST_PASSWORD };
    for (let i = 0; i < 10; i++)
      expect((await strict.call(login, { body: wrong, address: '10.1.1.1' })).status).toBe(401);
    const refused = await strict.call(login, { body: right, address: '10.1.1.1' });
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ success: false, error: 'Too Many Requests' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body.retryAfter).toBe(Number(refused.headers.get('retry-after')));
    expect((await strict.call(login, { body: right, address: '10.1.1.2' })).status).toBe(200);
    await strict.close();
  }, 300_000);

  test('P21 a burst of wrong tries never gets more answers than the limit', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () =>
        strict.call(login, { body: { email: person.email, password: 'Not-the-one-1' } }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(30);
    await strict.close();
  }, 300_000);

  test('P20 108 people sign up and sign in behind one address', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    for (let i = 0; i < 108; i += 4) {
      const replies = await Promise.all(
        Array.from({ length: 4 }, async (_, offset) => {
          const body = {
            name: `Student ${i + offset}`,
            email: `s${i + offset}@campus.test`,
            password: 'Banyan-shade-77',
          };
          const joined = await strict.call(signup, { body, address: '10.9.9.9' });
          const back = await strict.call(login, { body, address: '10.9.9.9' });
          return [joined.status, back.status];
        }),
      );
      for (const statuses of replies) expect(statuses).toEqual([201, 200]);
    }
    await strict.close();
  }, 300_000);

  test('P23 X-Forwarded-For of a stranger changes nothing', async () => {
    const strict = await makeApp({ RATE_LIMIT_SCALE: '1' });
    const person = await addPerson(strict.db);
    const tries = Array.from({ length: 12 }, (_, index) =>
      strict.call(login, {
        body: { email: person.email, password: 'Not-the-one-1' },
        headers: { 'x-forwarded-for': `203.0.113.${index}` },
      }),
    );
    expect((await Promise.all(tries)).filter((reply) => reply.status === 429)).toHaveLength(2);
    await strict.close();
  }, 300_000);

  test('no secret reaches the log', async () => {
    await api.call(login, { body: { email: 'log@example.test', password: 'Secret-in-body-5' } });
    expect(api.logged()).toContain('"route":"/auth/login"');
    expect(api.logged()).not.toContain('Secret-in-body-5');
  });
});
