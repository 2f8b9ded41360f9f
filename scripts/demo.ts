// Loads the demo accounts and leagues into the database of the settings, when it holds no account yet.
// Usage: bun scripts/demo.ts [--size N]   (--size: adds N learners in leagues of their own, for trying scale)
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '#api/auth/published-passwords.ts';
import { asOwner } from '#api/db/open.ts';
import { DEMO_ACCOUNTS } from '#api/demo/accounts.ts';
import { seedDemo } from '#api/demo/seed.ts';
import { countScale, SCALE_MAX, seedScale } from '#api/demo/seed-scale.ts';
import { parseEnv } from '#api/process/env.ts';
import { loadSecretKey } from '#api/process/secrets.ts';
import { StartError } from '#api/process/start-error.ts';
import { orFail, withDatabase } from './operator/database.ts';

let size: number | null = null;
await orFail(async () => {
  // Asked before the database is touched at all.
  size = readSize();
  if (parseEnv(process.env).NODE_ENV === 'production') {
    throw new StartError('Demo data is refused when NODE_ENV=production.');
  }
});
await withDatabase(
  async (database, config) => {
    const { db } = database;
    const secret = await loadSecretKey(config);
    // Its audit log has a past, which the role that serves cannot write.
    const isLoaded = await asOwner(database, config, (owner) => seedDemo(owner.db, config, secret));
    if (size !== null) {
      const startedAt = performance.now();
      const isAdded = await seedScale(
        db,
        { learners: size },
        {
          timeZone: config.TIME_ZONE,
          onProgress: (learners) => console.log(`  ${learners} of ${size} learners …`),
        },
      );
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(
        isAdded
          ? `Added ${size} learners in ${seconds} s. Nobody signs in as one of them.`
          : `The large demo is there already, with ${await countScale(db)} learners; remove it first: npm run ops -- demo-remove`,
      );
    }
    console.log(
      `${isLoaded ? 'Loaded the demo data.' : 'The demo data is there already; nothing was changed.'} All its accounts have the password ${DEMO_PASSWORD}:`,
    );
    for (const { email, role } of DEMO_ACCOUNTS) console.log(`  ${email.padEnd(36)} ${role}`);
  },
  { isMade: true },
);

function readSize(): number | null {
  const usage = `Usage: npm run demo [-- --size N], with N from 1 to ${SCALE_MAX}.`;
  try {
    const { values } = parseArgs({ options: { size: { type: 'string' } } });
    if (values.size === undefined) return null;
    const learners = /^[1-9]\d{0,8}$/.test(values.size) ? Number(values.size) : 0;
    if (learners >= 1 && learners <= SCALE_MAX) return learners;
  } catch {
    // An option that does not exist, or one without its number.
  }
  throw new StartError(usage);
}
