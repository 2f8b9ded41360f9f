import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { getProfile, signup, updateProfile } from '#contract/auth.ts';
import { getDashboard, saveLearningChoices } from '#contract/learning.ts';
import { sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import { olidSequences, users } from '../../platform/db/schema/accounts.ts';
import { cohorts } from '../../platform/db/schema/curriculum.ts';
import { addCohort } from '../../test/leagues.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson } from '../../test/people.ts';
import { expectRefusal } from '../../test/refusals.ts';

const api = await openTestApp();

const academic = {
  institute: 'Sample Institute of Technology',
  department: 'Biotechnology',
  graduationYear: 2027,
  phoneNumber: '9876543210',
  studentId: 'SIT-104',
};

test('api.md 1.1 and 1.4: the newest cohort that is active takes new accounts, a newer one that is closed does not', async () => {
  const join = async (number: number) => {
    const reply = await api.call(signup, {
      body: { name: 'Ila Rao', email: `ila${number}@example.test`, password: 'Banyan-shade-77' },
    });
    return reply.body.data.user.currentCohortId;
  };
  const complete = async () => {
    const person = await addPerson(api.db, { migrated: false });
    const reply = await api.call(migrateToV2, { token: person.token, body: academic });
    expect(reply.status).toBe(200);
    return (await readPerson(api.db, person.id)).currentCohortId;
  };
  expect([await join(1), await complete()]).toEqual([null, null]);

  const ageOf = { old: 3, running: 2, closed: 1 };
  const ids: Record<string, string> = {};
  for (const [name, days] of Object.entries(ageOf)) {
    const { id } = await addCohort(api.db, { name, isActive: name !== 'closed' });
    await api.db
      .update(cohorts)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(cohorts.id, id));
    ids[name] = id;
  }
  expect([await join(2), await complete()]).toEqual([ids.running, ids.running]);
});

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

describe('PUT /users/me/learning', () => {
  const save = (person: { token: string }, body: unknown) =>
    api.call(saveLearningChoices, { token: person.token, body: body as never });

  test('the goal of the day and the hidden row are chosen apart, and the profile and the dashboard know them', async () => {
    const person = await addPerson(api.db);
    const choices = async () => {
      const { dailyGoal, isHiddenFromBoards } = (await api.call(getProfile, { token: person.token })).body
        .data;
      const { today } = (await api.call(getDashboard, { token: person.token })).body.data;
      expect(today?.goal).toBe(dailyGoal);
      return { dailyGoal, isHiddenFromBoards };
    };
    expect(await choices()).toEqual({ dailyGoal: 1, isHiddenFromBoards: false });
    for (const [body, saved] of [
      [{ dailyGoal: 5 }, { dailyGoal: 5, isHiddenFromBoards: false }],
      [{ isHiddenFromBoards: true }, { dailyGoal: 5, isHiddenFromBoards: true }],
      [{}, { dailyGoal: 5, isHiddenFromBoards: true }],
      [
        { dailyGoal: 3, isHiddenFromBoards: false },
        { dailyGoal: 3, isHiddenFromBoards: false },
      ],
    ]) {
      expect((await save(person, body)).body.data).toEqual(saved as never);
      expect(await choices()).toEqual(saved as never);
    }
  });

  test('another number or word is refused, and nothing of the body is saved', async () => {
    const person = await addPerson(api.db);
    for (const [body, error] of [
      [{ dailyGoal: 2, isHiddenFromBoards: true }, 'dailyGoal must be one of 1, 3, 5'],
      [{ dailyGoal: '3' }, 'dailyGoal must be one of 1, 3, 5'],
      [{ dailyGoal: null }, 'dailyGoal must be one of 1, 3, 5'],
      [{ dailyGoal: 5, isHiddenFromBoards: 'yes' }, 'isHiddenFromBoards must be true or false'],
    ] as const) {
      expectRefusal(await save(person, body), 400, error);
    }
    expect(await readPerson(api.db, person.id)).toMatchObject({ dailyGoal: 1, isHiddenFromBoards: false });
  });
});

test('P17 own writes that were let in before a suspension and wait for it are refused, and change nothing', async () => {
  const person = await addPerson(api.db, { migrated: false, verified: false });
  const { token } = person;
  await api.call(sendVerificationOtp, { token });
  const otp = await mailedCode(api, person.email);
  const before = await readPerson(api.db, person.id);
  let writes: Promise<{ status: number }>[] = [];
  await api.db.transaction(async (tx) => {
    await tx.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    writes = [
      api.call(updateProfile, { token, body: { githubUsername: 'too-late' } }),
      api.call(saveLearningChoices, { token, body: { dailyGoal: 5 } }),
      api.call(migrateToV2, { token, body: academic }),
      api.call(verifyEmailOtp, { token, body: { otp } }),
    ];
    await Bun.sleep(300);
  });
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await readPerson(api.db, person.id)).toEqual({ ...before, status: 'SUSPENDED' });
});
