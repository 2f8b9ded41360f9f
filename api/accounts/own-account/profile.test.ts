import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { updateProfile } from '#contract/auth.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import { olidSequences, users } from '../../platform/db/schema/accounts.ts';
import { addCohort } from '../../test/leagues.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson } from '../../test/people.ts';

const api = await openTestApp();

const academic = {
  institute: 'Sample Institute of Technology',
  department: 'Biotechnology',
  graduationYear: 2027,
  phoneNumber: '9876543210',
  studentId: 'SIT-104',
};

describe('profile migration', () => {
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

  test.each([
    [
      {},
      'Institute is required, Department is required, Graduation year is required, Phone number is required, Student ID is required',
    ],
    [{ ...academic, graduationYear: '2027' }, 'Please enter a valid graduation year'],
    [{ ...academic, graduationYear: '' }, 'Graduation year is required'],
    [{ ...academic, graduationYear: 1999 }, 'Please enter a valid graduation year'],
    [
      { ...academic, graduationYear: new Date().getUTCFullYear() + 11 },
      'Please enter a valid graduation year',
    ],
    [{ ...academic, graduationYear: 2027.5 }, 'Please enter a valid graduation year'],
    [{ ...academic, graduationYear: null }, 'Graduation year is required'],
    [{ ...academic, phoneNumber: '12345' }, 'Please enter a valid phone number'],
    [{ ...academic, phoneNumber: 9876543210 }, 'Phone number is required'],
    ...['javascript:alert(1)', 'not a url'].map((portfolioUrl): [object, string] => [
      { ...academic, portfolioUrl },
      'Please enter a valid portfolio URL',
    ]),
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
