import { afterAll, beforeAll, expect, test } from 'bun:test';
import { login } from '#contract/auth.ts';
import { makeApp, type TestApp } from '../test/make-app.ts';
import { createAdministrator } from './administrator.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const input = { email: 'Head@Example.test', name: 'Head of School', password: 'tall-Giraffe-77!' };

test('a new administrator signs in with every right; the same address is refused a second time', async () => {
  await createAdministrator(server.db, input);
  const reply = await server.call(login, { body: { email: 'head@example.test', password: input.password } });
  expect(reply.status).toBe(200);
  expect(reply.body.data.user).toMatchObject({
    role: 'GRAND_PATHFINDER',
    status: 'ACTIVE',
    email: 'head@example.test',
  });
  await expect(createAdministrator(server.db, input)).rejects.toThrow(/exists/i);
});

test('what sign-up refuses is refused here too', async () => {
  const other = { ...input, email: 'second@example.test' };
  await expect(createAdministrator(server.db, { ...other, password: 'short' })).rejects.toThrow(
    /8 characters/,
  );
  await expect(createAdministrator(server.db, { ...other, password: 'password123' })).rejects.toThrow(
    /common/,
  );
  await expect(createAdministrator(server.db, { ...other, email: 'nobody' })).rejects.toThrow();
});
