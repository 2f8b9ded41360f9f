import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit.ts';
import { hashPassword, requireUncommonPassword } from '../auth/passwords.ts';
import { AUTH_ERRORS, SignupBody } from '../contract/auth.ts';
import { type Database, inTransaction } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { learnerStats } from '../db/schema/learning.ts';
import { isUniqueViolation } from '../db/sql-state.ts';
import { ApiError, InputError } from '../errors.ts';
import { createId } from '../secrets.ts';

/**
 * Creates an account with every right, ready to use: the first one of an installation, made by whoever runs it.
 * Throws InputError for what sign-up would refuse too, EMAIL_TAKEN for a known address. Returns the new id.
 */
export async function createAdministrator(
  db: Database,
  input: { email: string; name: string; password: string },
): Promise<string> {
  const parsed = SignupBody.safeParse(input);
  if (!parsed.success) throw new InputError(parsed.error.issues.map(({ message }) => message));
  const { email, name, password } = parsed.data;
  requireUncommonPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  const id = createId();
  await inTransaction(db, async (tx) => {
    const now = sql`now()`;
    try {
      await tx.insert(users).values({
        id,
        email,
        name,
        passwordHash,
        role: 'GRAND_PATHFINDER',
        status: 'ACTIVE',
        emailVerifiedAt: now,
        migratedToV2At: now,
        approvedAt: now,
      });
    } catch (error) {
      if (isUniqueViolation(error, 'users_email_key')) throw new ApiError(AUTH_ERRORS.EMAIL_TAKEN);
      throw error;
    }
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
