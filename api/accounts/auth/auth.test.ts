import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { login, signup } from '#contract/auth.ts';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from '#contract/constants.ts';
import { queryRows } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { readStatements } from '../../test/statements.ts';

const api = await openTestApp();

const meera = { name: 'Meera Nair', email: 'meera@example.test', password: 'Quiet-lantern-81' };
const countUsers = async () =>
  Number((await queryRows<{ n: number }>(api.db, sql`select count(*) as n from users`))[0]?.n);

describe('sign-up', () => {
  test('P29 a name has at most 120 characters as people count them', async () => {
    const join = (name: string, email: string) =>
      api.call(signup, { body: { name, email, password: 'Banyan-shade-77' } });
    const longest = '🦚'.repeat(NAME_MAX_LENGTH);
    const joined = await join(longest, 'longest@example.test');
    expect([joined.status, joined.body.data?.user.name]).toEqual([201, longest]);
    const longer = await join(`${longest}🦚`, 'longer@example.test');
    expect([longer.status, longer.body.error]).toEqual([400, 'Name must be at most 120 characters long']);
  });

  test.each([
    [{}, 'name is required, email is required, password is required'],
    [
      { ...meera, password: 'x'.repeat(PASSWORD_MAX_LENGTH + 1) },
      'Password must be at most 128 characters long',
    ],
    [
      { ...meera, email: 'no-at-sign', password: '..' },
      'Invalid email format, Password must be at least 8 characters long',
    ],
    [
      { ...meera, name: 'Sunshine', password: 'sunshine' },
      'Password is too common. Please choose one that is harder to guess, Password must not be your name or email address',
    ],
    ...[undefined, null].map((name): [object, string] => [{ ...meera, name }, 'name is required']),
    [{ ...meera, email: '' }, 'email is required'],
    [{ ...meera, email: 'a@nodot' }, 'Invalid email format'],
    [{ ...meera, name: ' x ' }, 'Name must be at least 2 characters long'],
    [{ ...meera, password: null }, 'password is required'],
    [{ ...meera, password: 'Ab1!' }, 'Password must be at least 8 characters long'],
    [{ ...meera, password: 12345678 }, 'password is required'],
    [{ ...meera, name: ['a'], email: { $gt: 0 } }, 'name is required, email is required'],
  ])('ERR a refused body %# answers its words and adds no row', async (body, error) => {
    const before = await countUsers();
    const reply = await api.call(signup, { body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, error });
    expect(await countUsers()).toBe(before);
  });

  test('P2 long passwords count whole, and composed letters equal decomposed ones', async () => {
    const long = `${'aB3!'.repeat(18)}tail-one`;
    await api.call(signup, { body: { name: 'Long Pass', email: 'long@example.test', password: long } });
    const cut = await api.call(login, {
      body: { email: 'long@example.test', password: `${long.slice(0, 72)}tail-two` },
    });
    expect(cut.status).toBe(401);
    await api.call(signup, {
      body: { name: 'Nfc Nfd', email: 'nfc@example.test', password: 'caf\u00e9-terrace-9' },
    });
    const other = await api.call(login, {
      body: { email: 'nfc@example.test', password: 'cafe\u0301-terrace-9' },
    });
    expect(other.status).toBe(200);
  });

  test('a cohort that approves on its own makes the account ACTIVE', async () => {
    const [cohort] = await api.db
      .insert(cohorts)
      .values({ id: 'auto', name: 'Open doors', autoApprove: true, createdAt: new Date(Date.now() + 60_000) })
      .returning();
    const reply = await api.call(signup, {
      body: { ...meera, email: 'auto@example.test', institute: 'Institute of Technology' },
    });
    expect(reply.body.data.user.status).toBe('ACTIVE');
    expect(reply.body.data.user.olid).toMatch(/^OL\d{9}$/);
    expect(reply.body.data.user.migratedToV2).toBe(true);
    await api.db.update(users).set({ currentCohortId: null });
    await api.db.delete(cohorts).where(eq(cohorts.id, cohort?.id ?? ''));
  });
});

describe('login', () => {
  test('a sign-in is eight statements, however many limits it counts against, and twelve from a new place', async () => {
    const person = await addPerson(api.db);
    const body = { email: person.email, password: TEST_PASSWORD };
    const count = async () =>
      (await readStatements(api.db, async () => expect((await api.call(login, { body })).status).toBe(200)))
        .length;
    expect([await count(), await count()]).toEqual([12, 8]);
  });

  test('missing fields are named', async () => {
    const reply = await api.call(login, { body: {} });
    expect(reply.status).toBe(400);
    expect(reply.body.error).toBe('email is required, password is required');
  });
});
