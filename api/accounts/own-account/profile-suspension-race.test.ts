import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { updateProfile } from '#contract/auth.ts';
import { sendVerificationOtp, verifyEmailOtp } from '#contract/otp.ts';
import { migrateToV2 } from '#contract/profile-migration.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { mailedCode } from '../../test/mailed-code.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, readPerson } from '../../test/people.ts';

const api = await openTestApp();

test('P17 own writes that were let in before a suspension and wait for it are refused, and change nothing', async () => {
  const person = await addPerson(api.db, { migrated: false, verified: false });
  const { token } = person;
  await api.call(sendVerificationOtp, { token });
  const otp = await mailedCode(api, person.email);
  const before = await readPerson(api.db, person.id);
  const academic = {
    institute: 'Sample Institute of Technology',
    department: 'Biotechnology',
    graduationYear: 2027,
    phoneNumber: '9876543210',
    studentId: 'SIT-104',
  };
  let writes: Promise<{ status: number }>[] = [];
  await api.db.transaction(async (tx) => {
    await tx.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, person.id));
    writes = [
      api.call(updateProfile, { token, body: { githubUsername: 'too-late' } }),
      api.call(migrateToV2, { token, body: academic }),
      api.call(verifyEmailOtp, { token, body: { otp } }),
    ];
    await Bun.sleep(300);
  });
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(await readPerson(api.db, person.id)).toEqual({ ...before, status: 'SUSPENDED' });
});
