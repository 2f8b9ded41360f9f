import { randomBytes, randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type CredentialKind, STATUS_LIST_SIZE } from '#contract/credentials.ts';
import type { Database } from '../../platform/db/client.ts';
import { certificates, userBadges, userSpecializations } from '../../platform/db/schema/awards.ts';
import { credentials } from '../../platform/db/schema/people.ts';
import { createId } from '../../platform/process/secrets.ts';
import type { HeldAward } from './awards.ts';
import type { CredentialKey } from './format.ts';

/** The row of an award, made by the first call. */
export async function keepCredential(tx: Database, award: HeldAward): Promise<CredentialKey> {
  const { kind, id: awardId } = award;
  const isIt = and(eq(credentials.kind, kind), eq(credentials.awardId, awardId));
  const [found] = await tx.select().from(credentials).where(isIt);
  if (found) return found;
  const salt = randomBytes(16).toString('hex');
  const row = { id: createId(), kind, awardId, statusIndex: randomInt(STATUS_LIST_SIZE), salt };
  // Another call made the row, or the index is taken.
  await tx.insert(credentials).values(row).onConflictDoNothing();
  return keepCredential(tx, award);
}

/** Indexes of credentials whose award is no longer held. */
export async function findRevoked(db: Database): Promise<number[]> {
  const isOf = (kind: CredentialKind, awardId: PgColumn) =>
    and(eq(credentials.kind, kind), eq(credentials.awardId, awardId));
  const isValid = and(isNull(certificates.revokedAt), isNull(certificates.erasedAt));
  const rows = await db
    .select({ index: credentials.statusIndex })
    .from(credentials)
    .leftJoin(userBadges, isOf('badge', userBadges.id))
    .leftJoin(certificates, and(isOf('certificate', certificates.id), isValid))
    .leftJoin(userSpecializations, isOf('specialization', userSpecializations.id))
    .where(and(isNull(userBadges.id), isNull(certificates.id), isNull(userSpecializations.id)));
  return rows.map(({ index }) => index);
}
