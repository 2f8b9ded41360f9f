import { sql } from 'drizzle-orm';
import { verifyPassword } from '../accounts/auth/passwords.ts';
import { DEMO_PASSWORD } from '../accounts/auth/published-passwords.ts';
import { type Database, queryRows } from '../platform/db/client.ts';
import { StartError } from '../platform/process/start-error.ts';
import { DEMO_EMAIL_DOMAIN } from './accounts.ts';

/** An account that anyone with the documentation can sign in to. */
export interface PublishedAccount {
  id: string;
  email: string;
  role: string;
  passwordHash: string;
  /** Created or made staff by the demo; address and password may have changed since. */
  isDemo: boolean;
  hasPublishedPassword: boolean;
}

// Comparing a password takes about 20 ms, so this bounds the check at the start.
const COMPARED_MAX = 400;
const AT_ONCE = 4;
const NAMED_MAX = 5;

/**
 * Finds accounts that the demo made or made staff, and staff with the published password; staff first. Forms refuse
 * that password, and it does not sign in (`isPublishedPassword`).
 */
export async function findPublishedAccounts(db: Database): Promise<PublishedAccount[]> {
  const candidates = await queryRows<Omit<PublishedAccount, 'hasPublishedPassword'>>(
    db,
    sql`select id, email, role, password_hash as "passwordHash", d.user_id is not null as "isDemo"
      from users left join demo_accounts d on d.user_id = id
      where d.user_id is not null
        or ((${isDemoAddress} or role not in ('PIONEER', 'LUMINARY')) and password_hash like '$argon2id$%')
      order by role in ('PIONEER', 'LUMINARY'), role <> 'GRAND_PATHFINDER', d.user_id is null, ${isDemoAddress} desc, created_at, id
      limit ${COMPARED_MAX}`,
  );
  // Demo accounts share a hash.
  const hashes = [...new Set(candidates.map(({ passwordHash }) => passwordHash))];
  const published = new Set<string>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const some = hashes.slice(from, from + AT_ONCE);
    const matches = await Promise.all(some.map((hash) => verifyPassword(DEMO_PASSWORD, hash)));
    for (const [index, hash] of some.entries()) if (matches[index]) published.add(hash);
  }
  return candidates
    .map((account) => ({ ...account, hasPublishedPassword: published.has(account.passwordHash) }))
    .filter(({ isDemo, hasPublishedPassword }) => isDemo || hasPublishedPassword);
}

const isDemoAddress = sql`right(email, ${DEMO_EMAIL_DOMAIN.length + 1}) = ${`@${DEMO_EMAIL_DOMAIN}`}`;

/** Throws StartError with the accounts and a remedy. `exposingSettings` names the settings that expose the server. */
export async function requireNoPublishedAccounts(
  db: Database,
  exposingSettings: readonly string[],
): Promise<void> {
  const found = await findPublishedAccounts(db);
  if (found.length === 0) return;
  const names = found.slice(0, NAMED_MAX).map(({ email, role }) => `${email} (${role})`);
  const more = found.length > NAMED_MAX ? ` and ${found.length - NAMED_MAX} more` : '';
  throw new StartError(
    `${found.length === 1 ? 'An account is of the demo or has' : `${found.length} accounts are of the demo or have`} its ` +
      `published password: ${names.join(', ')}${more}, and ${exposingSettings.join(', ')} ` +
      `${exposingSettings.length === 1 ? 'says' : 'say'} that others can reach this server. Remove them with: npm run ` +
      'ops -- demo-remove. To keep one as a real administrator, make it yours first: npm run ops -- create-admin --email ADDRESS ' +
      '--name "NAME".',
  );
}
