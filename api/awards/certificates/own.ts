import { and, desc, eq, sql } from 'drizzle-orm';
import { toPrintedCode } from '#contract/certificate-code.ts';
import { CERTIFICATE_ERRORS, type CertificateKind, type OwnCertificate } from '#contract/certificates.ts';
import type { Actor } from '../../access/actor.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Database, inTransaction, toIso } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { certificates } from '../../db/schema/awards.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { RequestInfo } from '../../http/request-info.ts';

/** The certificates of one account, newest first. */
export async function readOwnCertificates(db: Database, actor: Actor): Promise<OwnCertificate[]> {
  const rows = await db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, actor.id))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id));
  return rows.map((row) => toOwn(row, actor.name));
}

/**
 * Puts the account's present name on a certificate. Its code stays, so that links and papers lead to the present name;
 * the page says since when it stands there, and the audit log keeps both names.
 * Throws CERTIFICATE_NOT_FOUND (another's too), OWN_CERTIFICATE_REVOKED.
 */
export async function renameCertificate(
  db: Database,
  actor: Actor,
  id: string,
  requestInfo: RequestInfo,
): Promise<OwnCertificate> {
  return inTransaction(db, async (tx) => {
    const [account] = await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.id));
    const [before] = await tx
      .select()
      .from(certificates)
      .where(and(eq(certificates.id, id), eq(certificates.userId, actor.id)))
      .for('update');
    if (!account || !before) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_NOT_FOUND);
    if (before.revokedAt) throw new ApiError(CERTIFICATE_ERRORS.OWN_CERTIFICATE_REVOKED);
    if (before.holderName === account.name) return toOwn(before, account.name);
    const [row = before] = await tx
      .update(certificates)
      .set({ holderName: account.name, renamedAt: sql`now()` })
      .where(eq(certificates.id, id))
      .returning();
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: actor.id,
      action: 'CERTIFICATE_RENAMED',
      description: before.title,
      metadata: { id, leagueId: before.leagueId, holderName: { from: before.holderName, to: account.name } },
      requestInfo,
    });
    return toOwn(row, account.name);
  });
}

function toOwn(row: typeof certificates.$inferSelect, accountName: string): OwnCertificate {
  return {
    id: row.id,
    code: toPrintedCode(row.code),
    kind: row.kind as CertificateKind,
    state: row.revokedAt ? 'withdrawn' : 'genuine',
    title: row.title,
    issuer: row.issuer,
    holderName: row.holderName ?? accountName,
    isNameCurrent: row.holderName === accountName,
    leagueId: row.leagueId,
    specializationId: row.specializationId,
    completedAt: toIso(row.completedAt),
    issuedAt: toIso(row.issuedAt),
    renamedAt: toIso(row.renamedAt),
    revokedAt: toIso(row.revokedAt),
    reason: row.revocationReason,
  };
}
