import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { CertificateKind } from '#contract/certificate-check.ts';
import { toPrintedCode } from '#contract/certificate-code.ts';
import {
  CERTIFICATE_ERRORS,
  type HoldOutcome,
  type NameChangeOutcome,
  type OwnCertificate,
  type WaitingCertificate,
} from '#contract/certificates.ts';
import type { Actor } from '../../access/actor.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Database, inTransaction, queryRows, toIso } from '../../db/client.ts';
import { isOneOf } from '../../db/listing.ts';
import { certificateHolds, certificateNameChanges, certificates } from '../../db/schema/awards.ts';
import { ApiError } from '../../errors/api-error.ts';
import { isUniqueViolation } from '../../errors/sql-state.ts';
import type { By } from '../../http/request-info.ts';
import { createId } from '../../process/secrets.ts';
import { lacksApproval } from './withheld.ts';

/** The certificates of one account, newest first. */
export async function readOwnCertificates(db: Database, actor: Actor): Promise<OwnCertificate[]> {
  const rows = await db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, actor.id))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id));
  const changes = await db
    .selectDistinctOn([certificateNameChanges.certificateId])
    .from(certificateNameChanges)
    .where(
      isOneOf(
        certificateNameChanges.certificateId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(certificateNameChanges.certificateId, desc(certificateNameChanges.requestedAt));
  const latest = new Map(changes.map((change) => [change.certificateId, change]));
  return rows.map((row) => toOwn(row, latest.get(row.id), actor.name));
}

/** Completed leagues of one account without their certificate, by name, and what it waits for. */
export async function readWaitingCertificates(db: Database, actor: Actor): Promise<WaitingCertificate[]> {
  const rows = await queryRows<{
    leagueId: string;
    title: string;
    lacksApproval: boolean;
    holdId: string | null;
    heldAt: string;
    outcome: HoldOutcome | null;
    reason: string | null;
    appeal: string | null;
    mayAppeal: boolean;
  }>(
    db,
    sql`
    select l.id as "leagueId", l.name as title,
      ${lacksApproval(sql`lp.user_id`, sql`l.id`)} as "lacksApproval",
      hold.id as "holdId", hold.held_at as "heldAt",
      case when hold.appeal is null then hold.outcome else hold.appeal_outcome end as outcome,
      case when hold.appeal_outcome is null then hold.decision_reason else hold.appeal_reason end as reason,
      hold.appeal, hold.outcome = 'DECLINED' and hold.appeal is null as "mayAppeal"
    from league_progress lp
    join leagues l on l.id = lp.league_id
    left join certificate_holds hold on hold.user_id = lp.user_id and hold.league_id = l.id
    where lp.user_id = ${actor.id} and l.sections_count > 0 and lp.completed_sections = l.sections_count
      and not exists (
        select 1 from certificates had where had.user_id = lp.user_id and had.league_id = l.id)
    order by l.name, l.id`,
  );
  return rows.map(({ leagueId, title, lacksApproval, holdId, ...hold }) => ({
    leagueId,
    title,
    lacksApproval,
    hold:
      holdId === null
        ? null
        : {
            id: holdId,
            heldAt: toIso(new Date(hold.heldAt)),
            outcome: hold.outcome,
            reason: hold.reason,
            appeal: hold.appeal,
            mayAppeal: hold.mayAppeal === true,
          },
  }));
}

/**
 * Asks staff for another name on a certificate, which stays as it is until they approve.
 * Throws CERTIFICATE_NOT_FOUND (another's too), OWN_CERTIFICATE_REVOKED, NAME_UNCHANGED, NAME_CHANGE_OPEN.
 */
export async function requestNameChange(
  db: Database,
  { actor, requestInfo }: By,
  id: string,
  { name, reason }: { name: string; reason: string },
): Promise<OwnCertificate> {
  return inTransaction(db, async (tx) => {
    const [before] = await tx
      .select()
      .from(certificates)
      .where(and(eq(certificates.id, id), eq(certificates.userId, actor.id)))
      .for('update');
    if (!before) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_NOT_FOUND);
    if (before.revokedAt) throw new ApiError(CERTIFICATE_ERRORS.OWN_CERTIFICATE_REVOKED);
    if (before.holderName === name) throw new ApiError(CERTIFICATE_ERRORS.NAME_UNCHANGED);
    const change = await insertNameChange(tx, {
      certificateId: id,
      userId: actor.id,
      fromName: before.holderName ?? actor.name,
      toName: name,
      reason,
    });
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: actor.id,
      action: 'CERTIFICATE_NAME_CHANGE_REQUESTED',
      description: before.title,
      metadata: { id, leagueId: before.leagueId, holderName: { from: before.holderName, to: name }, reason },
      requestInfo,
    });
    return toOwn(before, change, actor.name);
  });
}

type NameChange = typeof certificateNameChanges.$inferSelect;

async function insertNameChange(
  tx: Database,
  values: Omit<typeof certificateNameChanges.$inferInsert, 'id'>,
): Promise<NameChange | undefined> {
  try {
    const [row] = await tx
      .insert(certificateNameChanges)
      .values({ id: createId(), ...values })
      .returning();
    return row;
  } catch (error) {
    if (!isUniqueViolation(error, 'certificate_name_changes_open_key')) throw error;
    throw new ApiError(CERTIFICATE_ERRORS.NAME_CHANGE_OPEN);
  }
}

/** Appeals against a declined certificate, once. Throws HOLD_NOT_FOUND (another's too), APPEAL_REFUSED. */
export async function appealHold(
  db: Database,
  { actor, requestInfo }: By,
  id: string,
  appeal: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const own = and(eq(certificateHolds.id, id), eq(certificateHolds.userId, actor.id));
    const [before] = await tx.select().from(certificateHolds).where(own).for('update');
    if (!before) throw new ApiError(CERTIFICATE_ERRORS.HOLD_NOT_FOUND);
    const [row] = await tx
      .update(certificateHolds)
      .set({ appeal, appealedAt: sql`now()` })
      .where(and(own, eq(certificateHolds.outcome, 'DECLINED'), isNull(certificateHolds.appeal)))
      .returning();
    if (!row) throw new ApiError(CERTIFICATE_ERRORS.APPEAL_REFUSED);
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: actor.id,
      action: 'CERTIFICATE_APPEALED',
      metadata: { id, leagueId: row.leagueId, appeal },
      requestInfo,
    });
  });
}

function toOwn(
  row: typeof certificates.$inferSelect,
  change: NameChange | undefined,
  accountName: string,
): OwnCertificate {
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
    nameChange: change
      ? {
          id: change.id,
          toName: change.toName,
          requestedAt: toIso(change.requestedAt),
          outcome: change.outcome as NameChangeOutcome | null,
          decidedAt: toIso(change.decidedAt),
          decisionReason: change.decisionReason,
        }
      : null,
    revokedAt: toIso(row.revokedAt),
    reason: row.revocationReason,
  };
}
