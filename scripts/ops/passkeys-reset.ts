// Removes lost passkeys and recovery codes, so that the password signs in again.
import { eq } from 'drizzle-orm';
import { resetPasskeys } from '#api/accounts/passkeys/service.ts';
import { users } from '#api/platform/db/schema/accounts.ts';
import { loadSecretKey } from '#api/platform/process/secrets.ts';
import { StartError } from '#api/platform/process/start-error.ts';
import { readArguments } from '../operator/arguments.ts';
import { withDatabase } from '../operator/database.ts';

const USAGE = 'npm run ops -- passkeys-reset --email you@example.org';
const { email } = readArguments(USAGE, { options: { email: { type: 'string' } } }).values;

await withDatabase(async ({ db }, config) => {
  if (!email) throw new StartError(`Usage: ${USAGE}`);
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()));
  if (!account) throw new StartError(`There is no account with the address ${email}.`);
  const { removedCount } = await resetPasskeys(
    { db, secret: await loadSecretKey(config) },
    { userId: account.id, actorId: null },
  );
  console.log(
    `Removed passkeys: ${removedCount}. ${email} signs in with the password and adds a new passkey.`,
  );
});
