import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { login } from '#contract/auth.ts';
import { resetPassword, sendResetOtp } from '#contract/otp.ts';
import type { Database } from '../../platform/db/client.ts';
import { openTestApp } from '../../test/open-app.ts';
import { addPerson, TEST_PASSWORD } from '../../test/people.ts';
import { mostRowsRead } from '../../test/rows-read.ts';

async function addMany(db: Database): Promise<void> {
  await db.execute(sql`
    insert into users (id, email, password_hash, name)
    select 'many-' || n, 'p' || n || '@m.test', repeat('x', 150), 'Person ' || n from generate_series(1, 3000) n`);
  await db.execute(sql`analyze users`);
}

const api = await openTestApp({}, addMany);

test('an address leads to its account without a look at the others', async () => {
  const { email } = await addPerson(api.db);
  const password = TEST_PASSWORD;
  const calls = [
    [200, () => api.call(login, { body: { email, password } })],
    [401, () => api.call(login, { body: { email: 'nobody@m.test', password } })],
    [200, () => api.call(sendResetOtp, { body: { email } })],
    [
      400,
      () =>
        api.call(resetPassword, { body: { email, otp: '123456', newPassword: 'Seventeen-quiet-lanterns' } }),
    ],
  ] as const;
  for (const [expected, ask] of calls) {
    const read = await mostRowsRead(api.db, 'users', async () => {
      expect((await ask()).status).toBe(expected);
    });
    expect(read).toBeLessThanOrEqual(10);
  }
});
