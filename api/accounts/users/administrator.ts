import { and, eq, sql } from 'drizzle-orm';
import { ADMIN_USER_ERRORS } from '#contract/admin-users.ts';
import { AUTH_ERRORS, SignupBody } from '#contract/auth.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { type Database, inTransaction } from '../../platform/db/client.ts';
import {
  demoAccounts,
  passkeys,
  pathfinderScopes,
  recoveryCodes,
  users,
} from '../../platform/db/schema/accounts.ts';
import { learnerStats } from '../../platform/db/schema/learning.ts';
import { ApiError, InputError, refuseDuplicate } from '../../platform/errors/api-error.ts';
import type { Deps } from '../../platform/http/router.ts';
import { createId } from '../../platform/process/secrets.ts';
import { forgetOrigins } from '../auth/known-origins.ts';
import { hashPassword, requireUncommonPassword, verifyPassword } from '../auth/passwords.ts';
import { DEMO_PASSWORD } from '../auth/published-passwords.ts';
import { forgetFormerAddress, voidLinks } from '../auth/report-links.ts';
import { endSessions } from '../auth/sessions.ts';
import { forgetCodes } from '../otp/codes.ts';

/**
 * For the operator: creates a Grand Pathfinder, or takes over a demo account after ending its sessions, passkeys and
 * codes. Throws InputError like sign-up, and EMAIL_TAKEN for any other known address.
 */
export async function createAdministrator(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  input: { email: string; name: string; password: string },
): Promise<string> {
  const parsed = SignupBody.safeParse(input);
  if (!parsed.success) throw new InputError(parsed.error.issues.map(({ message }) => message));
  const { email, name, password } = parsed.data;
  requireUncommonPassword(password, { name, email });
  const known = await findAccount(db, email);
  if (known && !(await isOfDemo(known))) throw new ApiError(AUTH_ERRORS.EMAIL_TAKEN);
  const passwordHash = await hashPassword(password);
  if (known) return takeOver({ db, secret }, { ...known, email }, { name, passwordHash });
  const id = createId();
  await inTransaction(db, async (tx) => {
    const now = sql`now()`;
    const moments = { emailVerifiedAt: now, migratedToV2At: now, approvedAt: now };
    const account = { id, email, name, passwordHash, role: 'GRAND_PATHFINDER', status: 'ACTIVE', ...moments };
    await refuseDuplicate('users_email_key', AUTH_ERRORS.EMAIL_TAKEN, () => tx.insert(users).values(account));
    await tx.insert(learnerStats).values({ userId: id, isRanked: false });
    await recordAudit(tx, {
      actorId: null,
      targetUserId: id,
      action: 'USER_CREATED',
      description: 'Administrator created on the command line',
    });
  });
  return id;
}

// See docs/security.md P48.
const isOfDemo = async ({ isDemo, passwordHash }: KnownAccount) =>
  isDemo || (await verifyPassword(DEMO_PASSWORD, passwordHash));

export async function isRealAccount(db: Database, address: string): Promise<boolean> {
  const known = await findAccount(db, address.trim().toLowerCase());
  return known !== null && !(await isOfDemo(known));
}

/** Approves a PENDING account; name, password and sessions stay. Throws USER_NOT_FOUND, ROLE_OF_SUSPENDED. */
export async function raiseToAdministrator(db: Database, address: string): Promise<void> {
  const email = address.trim().toLowerCase();
  await inTransaction(db, async (tx) => {
    const [known] = await tx
      .select({ id: users.id, role: users.role, status: users.status })
      .from(users)
      .where(eq(users.email, email))
      .for('update');
    if (!known) throw new ApiError(ADMIN_USER_ERRORS.USER_NOT_FOUND);
    if (known.status !== 'ACTIVE' && known.status !== 'PENDING') {
      throw new ApiError(ADMIN_USER_ERRORS.ROLE_OF_SUSPENDED);
    }
    await tx.update(users).set(RAISED).where(eq(users.id, known.id));
    await recordRaise(tx, known, 'An account became an administrator on the command line');
  });
}

const RAISED = {
  role: 'GRAND_PATHFINDER',
  status: 'ACTIVE',
  emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`,
  migratedToV2At: sql`coalesce(${users.migratedToV2At}, now())`,
  approvedAt: sql`coalesce(${users.approvedAt}, now())`,
  updatedAt: sql`now()`,
} as const;

async function recordRaise(
  tx: Database,
  { id, role }: Pick<KnownAccount, 'id' | 'role'>,
  description: string,
) {
  await tx.delete(pathfinderScopes).where(eq(pathfinderScopes.pathfinderId, id));
  await tx.update(learnerStats).set({ isRanked: false }).where(eq(learnerStats.userId, id));
  await recordAudit(tx, {
    actorId: null,
    targetUserId: id,
    action: 'USER_MADE_ADMINISTRATOR',
    description,
    metadata: { role: { from: role, to: 'GRAND_PATHFINDER' } },
  });
}

interface KnownAccount {
  id: string;
  role: string;
  passwordHash: string;
  /** Created by the demo, even if its password changed since. */
  isDemo: boolean;
}

async function findAccount(db: Database, email: string): Promise<KnownAccount | null> {
  const [known] = await db
    .select({
      id: users.id,
      role: users.role,
      passwordHash: users.passwordHash,
      isDemo: sql<boolean>`${demoAccounts.userId} is not null`,
    })
    .from(users)
    .leftJoin(demoAccounts, eq(demoAccounts.userId, users.id))
    .where(eq(users.email, email));
  return known ?? null;
}

function takeOver(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  known: KnownAccount & { email: string },
  { name, passwordHash }: { name: string; passwordHash: string },
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const [taken] = await tx
      .update(users)
      .set({ ...RAISED, name, passwordHash, closedAt: null })
      .where(and(eq(users.id, known.id), eq(users.passwordHash, known.passwordHash)))
      .returning({ id: users.id });
    if (!taken) throw new ApiError(AUTH_ERRORS.EMAIL_TAKEN);
    await tx.delete(demoAccounts).where(eq(demoAccounts.userId, known.id));
    // Earlier users of the demo account may still have a session or passkey.
    await endSessions(tx, known.id);
    await forgetOrigins(tx, known.id);
    await tx.delete(passkeys).where(eq(passkeys.userId, known.id));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, known.id));
    await forgetCodes(tx, secret, known.email);
    await voidLinks(tx, known.id);
    await forgetFormerAddress(tx, known.id);
    await recordRaise(tx, known, 'A demo account became an administrator on the command line');
    return known.id;
  });
}
