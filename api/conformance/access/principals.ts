import { eq } from 'drizzle-orm';
import type { Role, Status } from '#contract/roles.ts';
import type { Database } from '../../platform/db/client.ts';
import { accessTokens, sessions } from '../../platform/db/schema/accounts.ts';
import { createToken, hashToken } from '../../platform/process/secrets.ts';
import { enroll, type TestLeague } from '../../test/leagues.ts';
import { addPerson, addScope, type Person } from '../../test/people.ts';

/**
 * The callers of the matrix, in the order of its columns (docs/security.md 3.2, and a chief with View Analytics alone).
 */
export const PRINCIPALS = [
  // No live session.
  'anonymous',
  'garbage',
  'expired',
  'loggedOut',
  'refreshAsAccess',
  // Learners. Unless they say otherwise they are ACTIVE, verified, migrated and enrolled in neither league.
  'pending',
  'unverified',
  'unmigrated',
  'notEnrolled',
  'enrolled',
  'otherLearner',
  'luminary',
  // Staff. 'View' is a scope as it is given by default: View Analytics alone. The others hold all three permissions.
  'pathfinderNone',
  'pathfinderView',
  'pathfinderOwn',
  'pathfinderOther',
  'chiefView',
  'chiefOwn',
  'chiefOther',
  'grand',
  'admin',
  // Suspended while signed in.
  'suspendedPathfinder',
  'suspendedChief',
  'suspendedGrand',
  'suspendedAdmin',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

export interface Caller {
  /** What stands in the Authorization header; null for none. */
  token: string | null;
  person: Person | null;
}

const VIEW = { canManageUsers: false, canViewAnalytics: true, canCreateContent: false };

/** Every caller with an account of their own, signed in the way the name says. */
export async function addPrincipals(
  db: Database,
  own: TestLeague,
  other: TestLeague,
): Promise<Record<Principal, Caller>> {
  const callers = {} as Record<Principal, Caller>;
  const add = async (
    name: Principal,
    input: { role?: Role; status?: Status; verified?: boolean; migrated?: boolean; email?: string } = {},
  ) => {
    const person = await addPerson(db, { name: `Principal ${name}`, ...input });
    callers[name] = { token: person.token, person };
    return person;
  };
  const staff = async (name: Principal, role: Role, league?: TestLeague, permissions = {}) => {
    const person = await add(name, { role });
    if (league) await addScope(db, person.id, league.id, permissions);
  };

  callers.anonymous = { token: null, person: null };
  callers.garbage = { token: 'g'.repeat(43), person: null };
  const expired = await add('expired', { role: 'GRAND_PATHFINDER' });
  await db
    .update(accessTokens)
    // The sandbox is one transaction, whose clock stands still where it began.
    .set({ expiresAt: new Date(Date.now() - 3_600_000) })
    .where(eq(accessTokens.sessionId, expired.sessionId));
  const loggedOut = await add('loggedOut', { role: 'GRAND_PATHFINDER' });
  await db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, loggedOut.sessionId));
  const holder = await add('refreshAsAccess', { role: 'GRAND_PATHFINDER' });
  const refreshToken = createToken();
  await db
    .update(sessions)
    .set({ refreshTokenHash: hashToken(refreshToken) })
    .where(eq(sessions.id, holder.sessionId));
  callers.refreshAsAccess.token = refreshToken;

  await add('pending', { status: 'PENDING' });
  await add('unverified', { verified: false });
  await add('unmigrated', { migrated: false });
  await add('notEnrolled');
  await enroll(db, (await add('enrolled')).id, own);
  await enroll(db, (await add('otherLearner', { email: 'canary-learner@example.test' })).id, other);
  await add('luminary', { role: 'LUMINARY' });
  await staff('pathfinderNone', 'PATHFINDER');
  await staff('pathfinderView', 'PATHFINDER', own, VIEW);
  await staff('pathfinderOwn', 'PATHFINDER', own);
  await staff('pathfinderOther', 'PATHFINDER', other);
  await staff('chiefView', 'CHIEF_PATHFINDER', own, VIEW);
  await staff('chiefOwn', 'CHIEF_PATHFINDER', own);
  await staff('chiefOther', 'CHIEF_PATHFINDER', other);
  await staff('grand', 'GRAND_PATHFINDER');
  await staff('admin', 'ADMIN');
  for (const [name, role] of [
    ['suspendedPathfinder', 'PATHFINDER'],
    ['suspendedChief', 'CHIEF_PATHFINDER'],
    ['suspendedGrand', 'GRAND_PATHFINDER'],
    ['suspendedAdmin', 'ADMIN'],
  ] as const) {
    const person = await add(name, { role, status: 'SUSPENDED' });
    if (role !== 'ADMIN') await addScope(db, person.id, own.id);
  }
  return callers;
}
