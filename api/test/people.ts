import { eq } from 'drizzle-orm';
import { ACCESS_TOKEN_MINUTES } from '#contract/constants.ts';
import type { Role, Status } from '#contract/roles.ts';
import type { Database } from '../platform/db/client.ts';
import { accessTokens, pathfinderScopes, sessions, users } from '../platform/db/schema/accounts.ts';
import { learnerStats } from '../platform/db/schema/learning.ts';
import { createId, createToken, hashToken } from '../platform/process/secrets.ts';

export const TEST_PASSWORD = 'Kestrel-river-42!';
let testPasswordHash: Promise<string> | undefined;

export interface Person {
  id: string;
  name: string;
  email: string;
  /** An access token of a live session. */
  token: string;
  sessionId: string;
}

export interface PersonInput {
  name?: string;
  email?: string;
  role?: Role;
  status?: Status;
  verified?: boolean;
  migrated?: boolean;
}

let counter = 0;

/** Adds an account straight to the database, signed in: ACTIVE, verified and migrated unless said otherwise. */
export async function addPerson(db: Database, input: PersonInput = {}): Promise<Person> {
  counter += 1;
  const name = input.name ?? `Asha Verma ${counter}`;
  const role = input.role ?? 'PIONEER';
  const status = input.status ?? 'ACTIVE';
  testPasswordHash ??= Bun.password.hash(TEST_PASSWORD, {
    algorithm: 'argon2id',
    memoryCost: 19456,
    timeCost: 2,
  });
  const id = createId();
  const email = input.email ?? `person-${counter}-${id.slice(-6)}@example.test`;
  const now = new Date();
  await db.insert(users).values({
    id,
    email,
    name,
    role,
    status,
    passwordHash: await testPasswordHash,
    emailVerifiedAt: input.verified === false ? null : now,
    mailboxProvenAt: input.verified === false ? null : now,
    migratedToV2At: input.migrated === false ? null : now,
  });
  const isRanked = status === 'ACTIVE' && (role === 'PIONEER' || role === 'LUMINARY');
  await db.insert(learnerStats).values({ userId: id, isRanked });
  return { id, name, email, ...(await signInPerson(db, id)) };
}

/** Opens one more session for an account and returns its access token. */
export async function signInPerson(
  db: Database,
  userId: string,
): Promise<{ token: string; sessionId: string }> {
  const token = createToken();
  const sessionId = createId();
  const week = new Date(Date.now() + 7 * 86_400_000);
  await db.insert(sessions).values({
    id: sessionId,
    userId,
    refreshTokenHash: hashToken(createToken()),
    expiresAt: week,
    provenAt: week,
  });
  await db.insert(accessTokens).values({
    tokenHash: hashToken(token),
    sessionId,
    expiresAt: new Date(Date.now() + ACCESS_TOKEN_MINUTES * 60_000),
  });
  return { token, sessionId };
}

/** Gives staff a league, with all three permissions unless said otherwise. */
export async function addScope(
  db: Database,
  pathfinderId: string,
  leagueId: string,
  permissions: Partial<Record<'canManageUsers' | 'canViewAnalytics' | 'canCreateContent', boolean>> = {},
): Promise<void> {
  await db.insert(pathfinderScopes).values({
    id: createId(),
    pathfinderId,
    leagueId,
    canManageUsers: true,
    canViewAnalytics: true,
    canCreateContent: true,
    ...permissions,
  });
}

/** The account's row as it is now. */
export async function readPerson(db: Database, userId: string) {
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  if (!row) throw new Error(`No account ${userId}`);
  return row;
}
