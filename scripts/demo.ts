// Loads the demo accounts and leagues into the database of the settings, when it holds no account yet.

import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#api/db/demo/accounts.ts';
import { DemoRefused, seedDemo } from '#api/db/demo/seed.ts';
import { parseEnv } from '#api/env.ts';
import { StartError } from '#api/start-error.ts';
import { orFail, withDatabase } from './operator/database.ts';

await orFail(async () => {
  // Asked before the database is touched at all.
  if (parseEnv(process.env).NODE_ENV === 'production') {
    throw new StartError('Demo data is refused when NODE_ENV=production.');
  }
});
await withDatabase(async ({ db }, config) => {
  try {
    await seedDemo(db, config.NODE_ENV);
  } catch (error) {
    throw error instanceof DemoRefused ? new StartError(error.message) : error;
  }
  console.log(`Demo accounts, all with the password ${DEMO_PASSWORD}:`);
  for (const { email, role } of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(36)} ${role}`);
});
