import { existsSync } from 'node:fs';
import { seedDemoOnce } from '#api/demo/seed.ts';
import { asOwner, embeddedFolder } from '#api/platform/db/open.ts';
import { parseEnv } from '#api/platform/process/env.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { decideStart } from '#api/platform/process/start-rules.ts';
import { withDatabase } from './operator/database.ts';

// Loads the demo of a first `npm start` while the site is built; the server would load it afterwards.
const config = parseEnv(process.env);
if (!config.DATABASE_URL && decideStart(config).loadsDemo && !existsSync(embeddedFolder(config))) {
  await withDatabase(
    async (database) => {
      const secret = await loadSecretKey(config);
      await asOwner(database, config, ({ db }) => seedDemoOnce(db, config, secret));
    },
    { isMade: true },
  );
}
