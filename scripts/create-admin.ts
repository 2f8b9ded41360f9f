// Creates an account with every right. Asks for the password; from a pipe its first line is taken.
// Usage: bun scripts/create-admin.ts --email you@example.org --name "Your Name"
import { parseArgs } from 'node:util';
import { StartError } from '#api/process/start-error.ts';
import { createAdministrator } from '#api/users/administrator.ts';
import { withDatabase } from './operator/database.ts';
import { askPassword } from './operator/password.ts';

await withDatabase(async ({ db }) => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
  const { email, name } = values;
  if (!email || !name)
    throw new StartError('Usage: npm run create-admin -- --email you@example.org --name "Your Name"');
  await createAdministrator(db, { email, name, password: await askPassword() });
  console.log(`${email} may now sign in with every right.`);
});
