// Loads the demo accounts and leagues into the database of the settings, when it holds no account yet.

import { DEMO_PASSWORD } from '#api/auth/published-passwords.ts';
import { DEMO_ACCOUNTS } from '#api/demo/accounts.ts';
import { seedDemo } from '#api/demo/seed.ts';
import { parseEnv } from '#api/process/env.ts';
import { StartError } from '#api/process/start-error.ts';
import { orFail, withDatabase } from './operator/database.ts';

await orFail(async () => {
  // Asked before the database is touched at all.
  if (parseEnv(process.env).NODE_ENV === 'production') {
    throw new StartError('Demo data is refused when NODE_ENV=production.');
  }
});
await withDatabase(async ({ db }, config) => {
  const isLoaded = await seedDemo(db, config);
  console.log(
    `${isLoaded ? 'Loaded the demo data.' : 'The demo data is there already; nothing was changed.'} All its accounts have the password ${DEMO_PASSWORD}:`,
  );
  for (const { email, role } of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(36)} ${role}`);
});
