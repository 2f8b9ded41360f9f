import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { updateProfile } from '#contract/auth.ts';
import { getMigrationStatus, migrateToV2 } from '#contract/profile-migration.ts';
import { olidSequences, users } from '../../platform/db/schema/accounts.ts';
import { addCohort } from '../../test/leagues.ts';
import { makeApp, type TestApp } from '../../test/make-app.ts';
import { addPerson, readPerson } from '../../test/people.ts';

let api: TestApp;
beforeAll(async () => {
  api = await makeApp();
});
afterAll(() => api.close());

const academic = {
  institute: 'Sample Institute of Technology',
  department: 'Biotechnology',
  graduationYear: 2027,
  phoneNumber: '9876543210',
  studentId: 'SIT-104',
};

describe('profile migration', () => {
  test('CALL-14 ENT-25 status names every field the gate reads', async () => {
    const person = await addPerson(api.db, { migrated: false, verified: false });
    const reply = await api.call(getMigrationStatus, { token: person.token });
    expect(reply.body.data).toMatchObject({
      needsMigration: true,
      requiresMigration: true,
      isOldUser: true,
      isV2User: false,
      migratedToV2: null,
      hasOLID: false,
      emailVerified: false,
    });
    expect(Number.isNaN(Date.parse(reply.body.data.userSince))).toBe(false);
  });

  test('CALL-15 ENT-26 completing the profile saves it, gives an OL ID and a cohort, once', async () => {
    const cohort = await addCohort(api.db, { name: 'Open cohort' });
    const person = await addPerson(api.db, { migrated: false, status: 'PENDING' });
    const reply = await api.call(migrateToV2, {
      token: person.token,
      body: {
        ...academic,
        discordUsername: '',
        portfolioUrl: 'https://me.example.test',
        olid: 'OL000000001',
      },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data.migrationCompleted).toBe(true);
    expect(reply.body.data.user).toMatchObject({
      ...academic,
      migratedToV2: true,
      currentCohortId: cohort.id,
      status: 'PENDING',
    });
    expect(reply.body.data.user.olid).toMatch(
      new RegExp(`^OL${String(new Date().getUTCFullYear()).slice(-3)}\\d{6}$`),
    );
    const again = await api.call(migrateToV2, { token: person.token, body: academic });
    expect([again.status, again.body.error]).toEqual([400, 'User is already migrated to V2']);
    const status = await api.call(getMigrationStatus, { token: person.token });
    expect(status.body.data).toMatchObject({
      needsMigration: false,
      isV2User: true,
      migratedToV2: true,
      hasOLID: true,
    });
  });

  test('api.md 1.4 an OL ID and a cohort that are there already stay, and no number is spent', async () => {
    const first = await addCohort(api.db, { name: 'Where they began' });
    await addCohort(api.db, { name: 'Opened later' });
    const person = await addPerson(api.db, { migrated: false });
    await api.db
      .update(users)
      .set({ olid: 'OL020000007', currentCohortId: first.id })
      .where(eq(users.id, person.id));
    const numbers = () => api.db.select().from(olidSequences);
    const before = await numbers();
    const reply = await api.call(migrateToV2, { token: person.token, body: academic });
    expect(reply.body.data.user).toMatchObject({ olid: 'OL020000007', currentCohortId: first.id });
    expect(await numbers()).toEqual(before);
  });

  test('twenty people at once get twenty OL IDs, and one person twenty times gets one', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, () => addPerson(api.db, { migrated: false })),
    );
    const replies = await Promise.all(
      people.map(({ token }) => api.call(migrateToV2, { token, body: academic })),
    );
    expect(new Set(replies.map((reply) => reply.body.data.user.olid)).size).toBe(20);
    const one = await addPerson(api.db, { migrated: false });
    const repeats = await Promise.all(
      Array.from({ length: 20 }, () => api.call(migrateToV2, { token: one.token, body: academic })),
    );
    expect(repeats.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(repeats.filter((reply) => reply.status === 400)).toHaveLength(19);
  });

  test.each([
    [
      {},
      'Institute is required, Department is required, Graduation year is required, Phone number is required, Student ID is required',
    ],
    [{ ...academic, graduationYear: '2027' }, 'Please enter a valid graduation year'],
    [{ ...academic, graduationYear: 1999 }, 'Please enter a valid graduation year'],
    [
      { ...academic, graduationYear: new Date().getUTCFullYear() + 11 },
      'Please enter a valid graduation year',
    ],
    [{ ...academic, graduationYear: 2027.5 }, 'Please enter a valid graduation year'],
    [{ ...academic, graduationYear: null }, 'Graduation year is required'],
    [{ ...academic, phoneNumber: '12345' }, 'Please enter a valid phone number'],
    [{ ...academic, phoneNumber: 9876543210 }, 'Phone number is required'],
    [{ ...academic, portfolioUrl: 'javascript:alert(1)' }, 'Please enter a valid portfolio URL'],
    [{ ...academic, institute: '   ' }, 'Institute is required'],
  ])(
    'MIGR-27 MIGR-28 MIGR-29 MIGR-30 a refused body %# answers its words and changes nothing',
    async (body, error) => {
      const person = await addPerson(api.db, { migrated: false });
      const before = await readPerson(api.db, person.id);
      const reply = await api.call(migrateToV2, { token: person.token, body });
      expect([reply.status, reply.body.error]).toEqual([400, error]);
      expect(await readPerson(api.db, person.id)).toEqual(before);
    },
  );

  test('CALL-06 phone number and studies can be changed later, by the rules of the profile form', async () => {
    const person = await addPerson(api.db);
    const { token } = person;
    await api.call(updateProfile, { token, body: academic });
    const graduationYear = new Date().getUTCFullYear() + 4;
    const reply = await api.call(updateProfile, { token, body: { graduationYear, studentId: ' SIT-9 ' } });
    expect([reply.status, reply.body.data]).toMatchObject([
      200,
      { ...academic, graduationYear, studentId: 'SIT-9' },
    ]);
    for (const body of [{ graduationYear: 1999 }, { phoneNumber: '12345' }, { institute: 'x'.repeat(121) }]) {
      expect((await api.call(updateProfile, { token, body })).status).toBe(400);
    }
    expect(await readPerson(api.db, person.id)).toMatchObject({ graduationYear, phoneNumber: '9876543210' });
  });

  test('text is kept as typed but for control signs', async () => {
    const person = await addPerson(api.db, { migrated: false });
    const reply = await api.call(migrateToV2, {
      token: person.token,
      body: { ...academic, institute: "St. John's & Sons <b>ਪੰਜਾਬ</b>\u0000 🙂" },
    });
    expect(reply.body.data.user.institute).toBe("St. John's & Sons <b>ਪੰਜਾਬ</b> 🙂");
  });
});
