// Creates an account with every right. Asks for the password; from a pipe its first line is taken.
// Usage: bun scripts/create-admin.ts --email you@example.org --name "Your Name"
import { StartError } from '#api/process/start-error.ts';
import { createAdministrator } from '#api/users/administrator.ts';
import { readArguments } from './operator/arguments.ts';
import { withDatabase } from './operator/database.ts';
import { askPassword } from './operator/password.ts';

const USAGE = 'npm run create-admin -- --email you@example.org --name "Your Name"';
const { email, name } = readArguments(USAGE, {
  options: { email: { type: 'string' }, name: { type: 'string' } },
}).values;

await withDatabase(
  async ({ db }, { DATABASE_URL, DATA_DIR }) => {
    if (!email || !name) throw new StartError(`Usage: ${USAGE}`);
    await createAdministrator(db, { email, name, password: await askPassword() });
    const place = DATABASE_URL ? '' : ` (embedded database in ${DATA_DIR})`;
    console.log(`${email} may now sign in with every right${place}.`);
  },
  { isMade: true },
);
