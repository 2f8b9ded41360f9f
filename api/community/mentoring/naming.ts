import { eq } from 'drizzle-orm';
import { MENTORING_ERRORS, type NamedMentor } from '#contract/mentoring.ts';
import { recordBy } from '../../platform/audit/record.ts';
import { type Database, isoOf } from '../../platform/db/client.ts';
import { alphabetical } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { mentors } from '../../platform/db/schema/community.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';
import type { Mailing } from '../../platform/mail/outbox.ts';
import { cancelOfGone } from './jobs.ts';

export async function listNamed(db: Database): Promise<NamedMentor[]> {
  return await db
    .select({ id: users.id, name: users.name, email: users.email, namedAt: isoOf(mentors.createdAt) })
    .from(mentors)
    .innerJoin(users, eq(users.id, mentors.userId))
    .orderBy(alphabetical(users.name), users.id);
}

/** A second time changes nothing. Throws MENTOR_NOT_FOUND, MENTOR_NOT_LUMINARY. */
export async function nameMentor(tx: Database, by: ActorAndRequest, userId: string): Promise<void> {
  const [account] = await tx
    .select({ role: users.role, status: users.status })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) throw new ApiError(MENTORING_ERRORS.MENTOR_NOT_FOUND);
  if (account.role !== 'LUMINARY' || account.status !== 'ACTIVE') {
    throw new ApiError(MENTORING_ERRORS.MENTOR_NOT_LUMINARY);
  }
  const [named] = await tx
    .insert(mentors)
    .values({ userId, namedById: by.actor.id })
    .onConflictDoNothing()
    .returning({ userId: mentors.userId });
  if (named) await recordBy(tx, by, 'MENTOR_NAMED', { targetUserId: userId });
}

/** Throws MENTOR_NOT_FOUND. */
export async function removeMentor(mailing: Mailing, by: ActorAndRequest, userId: string): Promise<void> {
  const tx = mailing.db;
  const [removed] = await tx
    .delete(mentors)
    .where(eq(mentors.userId, userId))
    .returning({ userId: mentors.userId });
  if (!removed) throw new ApiError(MENTORING_ERRORS.MENTOR_NOT_FOUND);
  await recordBy(tx, by, 'MENTOR_REMOVED', { targetUserId: userId });
  await cancelOfGone(mailing);
}
