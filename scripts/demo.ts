import { DEMO_PASSWORD } from '#api/accounts/auth/published-passwords.ts';
import { DEMO_ACCOUNTS } from '#api/demo/accounts.ts';
import { seedDemo } from '#api/demo/seed.ts';
import { asOwner } from '#api/platform/db/open.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from './operator/arguments.ts';
import { orFail, withDatabase } from './operator/database.ts';

readArguments('npm run demo', {});
await orFail(async () => {
  if (parseEnv(process.env).NODE_ENV === 'production') {
    throw new StartError('Demo data is refused when NODE_ENV=production.');
  }
});
await withDatabase(
  async (database, config) => {
    const secret = await loadSecretKey(config);
    // Runs as owner, because the serving role cannot write past audit entries.
    const isLoaded = await asOwner(database, config, (owner) => seedDemo(owner.db, config, secret));
    console.log(
      `${isLoaded ? 'Loaded the demo data.' : 'The demo data is there already; nothing was changed.'} All its accounts have the password ${DEMO_PASSWORD}:`,
    );
    for (const { email, role } of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(36)} ${role}`);
  },
  { isMade: true },
);
