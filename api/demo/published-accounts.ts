import { sql } from 'drizzle-orm';
import { verifyPassword } from '../auth/passwords.ts';
import { DEMO_PASSWORD } from '../auth/published-passwords.ts';
import { type Database, queryRows } from '../db/client.ts';
import { StartError } from '../process/start-error.ts';
import { DEMO_EMAIL_DOMAIN } from './accounts.ts';

/** An account that everybody can sign in to who has read the documentation. */
export interface PublishedAccount {
  id: string;
  email: string;
  role: string;
  passwordHash: string;
}

/** Comparing a password takes some 20 ms of a core, so the look at the start ends after a few seconds. */
const COMPARED_MAX = 400;
const AT_ONCE = 4;
const NAMED_MAX = 5;

/**
 * The accounts with the published password, staff first: among those with a demo address and those of staff, whatever
 * their address is by now. Nobody else can have it, since it is refused wherever a password is chosen; should they all
 * the same, it does not sign them in (`isPublishedPassword`).
 */
export async function findPublishedAccounts(db: Database): Promise<PublishedAccount[]> {
  const candidates = await queryRows<PublishedAccount>(
    db,
    sql`select id, email, role, password_hash as "passwordHash" from users
      where (${isDemoAddress} or role not in ('PIONEER', 'LUMINARY')) and password_hash like '$argon2id$%'
      order by role in ('PIONEER', 'LUMINARY'), ${isDemoAddress} desc, created_at, id limit ${COMPARED_MAX}`,
  );
  // Accounts that were made together share a hash.
  const hashes = [...new Set(candidates.map(({ passwordHash }) => passwordHash))];
  const published = new Set<string>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const some = hashes.slice(from, from + AT_ONCE);
    const matches = await Promise.all(some.map((hash) => verifyPassword(DEMO_PASSWORD, hash)));
    for (const [index, hash] of some.entries()) if (matches[index]) published.add(hash);
  }
  return candidates.filter(({ passwordHash }) => published.has(passwordHash));
}

const isDemoAddress = sql`right(email, ${DEMO_EMAIL_DOMAIN.length + 1}) = ${`@${DEMO_EMAIL_DOMAIN}`}`;

/**
 * Throws StartError with names and the way out when an account has the published password. `exposedBy` are the settings
 * that say that others can reach the server.
 */
export async function requireNoPublishedAccounts(db: Database, exposedBy: readonly string[]): Promise<void> {
  const found = await findPublishedAccounts(db);
  if (found.length === 0) return;
  const names = found.slice(0, NAMED_MAX).map(({ email, role }) => `${email} (${role})`);
  const more = found.length > NAMED_MAX ? ` and ${found.length - NAMED_MAX} more` : '';
  throw new StartError(
    `${found.length === 1 ? 'An account has' : `${found.length} accounts have`} the published password of the demo: ` +
      `${names.join(', ')}${more}, and ${exposedBy.join(', ')} ${exposedBy.length === 1 ? 'says' : 'say'} that others ` +
      'can reach this server. Remove them with: npm run demo:remove. To keep one as a real administrator, give it a ' +
      'password first: npm run create-admin -- --email ADDRESS --name "NAME".',
  );
}
