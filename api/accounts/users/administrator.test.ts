import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { getProfile, login } from '#contract/auth.ts';
import { pathfinderScopes } from '../../platform/db/schema/accounts.ts';
import { auditLog } from '../../platform/db/schema/operations.ts';
import { addLeague } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, addScope } from '../../test/people.ts';
import { createAdministrator, isRealAccount, raiseToAdministrator } from './administrator.ts';

const server = await openTestApp();

const input = { email: 'Head@Example.test', name: 'Head of School', password: 'tall-Giraffe-77!' };

test('a new administrator signs in with every right; the same address is refused a second time', async () => {
  await createAdministrator(server, input);
  const reply = await server.call(login, { body: { email: 'head@example.test', password: input.password } });
  expect(reply.status).toBe(200);
  expect(reply.body.data.user).toMatchObject({
    role: 'GRAND_PATHFINDER',
    status: 'ACTIVE',
    email: 'head@example.test',
  });
  await expect(createAdministrator(server, input)).rejects.toThrow(/exists/i);
});

test('what sign-up refuses is refused here too', async () => {
  const other = { ...input, email: 'second@example.test' };
  await expect(createAdministrator(server, { ...other, password: 'short' })).rejects.toThrow(/8 characters/);
  await expect(createAdministrator(server, { ...other, password: 'password123' })).rejects.toThrow(/common/);
  await expect(createAdministrator(server, { ...other, email: 'nobody' })).rejects.toThrow();
});

test('an account that exists is raised with its password; one that is suspended or unknown is not', async () => {
  const person = await addPerson(server.db, { role: 'PATHFINDER' });
  await addScope(server.db, person.id, (await addLeague(server.db)).id);
  expect(await isRealAccount(server.db, person.email)).toBe(true);
  await raiseToAdministrator(server.db, person.email.toUpperCase());
  const reply = await server.call(getProfile, { token: person.token });
  expect(reply.body.data).toMatchObject({ role: 'GRAND_PATHFINDER', status: 'ACTIVE', name: person.name });
  expect(await server.db.$count(pathfinderScopes)).toBe(0);
  const entries = await server.db.select().from(auditLog).where(eq(auditLog.targetUserId, person.id));
  expect(entries.map(({ action }) => action)).toEqual(['USER_MADE_ADMINISTRATOR']);
  const shut = await addPerson(server.db, { status: 'SUSPENDED' });
  await expect(raiseToAdministrator(server.db, shut.email)).rejects.toThrow(/suspended/);
  await expect(raiseToAdministrator(server.db, 'unknown@example.test')).rejects.toThrow(/not found/);
});
