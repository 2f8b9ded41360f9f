import { and, asc, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DataOf } from '#contract/call.ts';
import { toPrintedCode } from '#contract/certificate-code.ts';
import {
  CERTIFICATE_ERRORS,
  CERTIFICATE_REQUESTS_PAGE_SIZE,
  type HoldOutcome,
  type listCertificateRequests,
  type NameChangeOutcome,
} from '#contract/certificates.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import { type Actor, listScopes, requireScope } from '../../access/actor.ts';
import { requireOthersRecord } from '../../access/own-record.ts';
import { recordAudit } from '../../audit/record.ts';
import { type Database, inTransaction, queryRows, toIso } from '../../db/client.ts';
import { isOneOf } from '../../db/listing.ts';
import { toWindow } from '../../db/paging.ts';
import { users } from '../../db/schema/accounts.ts';
import { certificateHolds, certificateNameChanges, certificates } from '../../db/schema/awards.ts';
import { leagues } from '../../db/schema/curriculum.ts';
import { learnerStats } from '../../db/schema/learning.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { By } from '../../http/request-info.ts';
import type { Deps } from '../../http/router.ts';
import { toCertificateDecidedMessage } from '../../mail/messages/certificate-decided.ts';
import { queueMail } from '../../mail/outbox.ts';
import { grantAwards } from '../award.ts';
import { requireCertificateScope } from './staff.ts';

const RIGHTS = { roles: ['CHIEF_PATHFINDER'], permission: 'canManageUsers' } as const;
const decliners = alias(users, 'decliners');
const requester = { id: users.id, name: users.name, email: users.email };

/**
 * A page of what waits for a decision in the leagues whose users the caller manages, held certificates and name changes
 * together, the longest waiting first.
 */
export async function listRequests(
  db: Database,
  actor: Actor,
  query: { page?: string; limit?: string },
): Promise<DataOf<typeof listCertificateRequests>> {
  const leagueIds =
    actor.role === 'GRAND_PATHFINDER'
      ? null
      : (await listScopes(db, actor)).filter((scope) => scope.canManageUsers).map(({ leagueId }) => leagueId);
  const page = readPage(query, CERTIFICATE_REQUESTS_PAGE_SIZE);
  const { limit, offset } = toWindow(page);
  const isHoldHere = and(
    isWaiting,
    (leagueIds && inArray(certificateHolds.leagueId, leagueIds)) || undefined,
  );
  const isChangeHere = and(
    isNull(certificateNameChanges.outcome),
    (leagueIds && inArray(certificates.leagueId, leagueIds)) || undefined,
  );
  const [[held], [asked]] = await Promise.all([
    db.select({ count: count() }).from(certificateHolds).where(isHoldHere),
    db
      .select({ count: count() })
      .from(certificateNameChanges)
      .innerJoin(certificates, eq(certificates.id, certificateNameChanges.certificateId))
      .where(isChangeHere),
  ]);
  const waiting = await queryRows<{ id: string; kind: 'HOLD' | 'NAME'; since: string }>(
    db,
    sql`select ${certificateHolds.id} as id, 'HOLD' as kind, ${heldSince} as since
        from ${certificateHolds} where ${isHoldHere}
      union all
      select ${certificateNameChanges.id}, 'NAME', ${certificateNameChanges.requestedAt}
        from ${certificateNameChanges}
        join ${certificates} on ${certificates.id} = ${certificateNameChanges.certificateId} where ${isChangeHere}
      order by since, id limit ${limit} offset ${offset}`,
  );
  const idsOf = (wanted: 'HOLD' | 'NAME') =>
    waiting.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [holds, nameChanges] = await Promise.all([
    db
      .select({
        hold: certificateHolds,
        title: leagues.name,
        user: requester,
        declinedBy: decliners.name,
        since: heldSince,
      })
      .from(certificateHolds)
      .innerJoin(leagues, eq(leagues.id, certificateHolds.leagueId))
      .innerJoin(users, eq(users.id, certificateHolds.userId))
      .leftJoin(decliners, eq(decliners.id, certificateHolds.decidedById))
      .where(isOneOf(certificateHolds.id, idsOf('HOLD')))
      .orderBy(heldSince, asc(certificateHolds.id)),
    db
      .select({
        change: certificateNameChanges,
        code: certificates.code,
        title: certificates.title,
        user: requester,
      })
      .from(certificateNameChanges)
      .innerJoin(certificates, eq(certificates.id, certificateNameChanges.certificateId))
      .innerJoin(users, eq(users.id, certificateNameChanges.userId))
      .where(isOneOf(certificateNameChanges.id, idsOf('NAME')))
      .orderBy(asc(certificateNameChanges.requestedAt), asc(certificateNameChanges.id)),
  ]);
  return {
    nameChanges: nameChanges.map(({ change, code, title, user }) => ({
      id: change.id,
      certificateId: change.certificateId,
      code: toPrintedCode(code),
      title,
      user,
      fromName: change.fromName,
      toName: change.toName,
      reason: change.reason,
      requestedAt: toIso(change.requestedAt),
    })),
    holds: holds.map(({ hold, title, user, declinedBy, since }) => ({
      id: hold.id,
      leagueId: hold.leagueId,
      title,
      user,
      resources: hold.resources,
      seconds: hold.seconds,
      heldAt: toIso(hold.heldAt),
      waitingSince: toIso(new Date(since)),
      appeal: hold.appeal,
      declinedReason: hold.decisionReason,
      declinedBy,
    })),
    pagination: toPagination(page, (held?.count ?? 0) + (asked?.count ?? 0)),
  };
}

/** An appeal begins to wait when it is made. */
const heldSince = sql<string>`coalesce(${certificateHolds.appealedAt}, ${certificateHolds.heldAt})`;

const isWaiting: SQL = or(
  isNull(certificateHolds.outcome),
  sql`${certificateHolds.appeal} is not null and ${certificateHolds.appealOutcome} is null`,
) as SQL;

/** Refuses staff who do not manage the users of the certificate's league. Throws NAME_CHANGE_NOT_FOUND and as above. */
export async function requireNameChangeScope(db: Database, actor: Actor, id: string): Promise<void> {
  const [found] = await db
    .select({ certificateId: certificateNameChanges.certificateId })
    .from(certificateNameChanges)
    .where(eq(certificateNameChanges.id, id));
  if (!found) throw new ApiError(CERTIFICATE_ERRORS.NAME_CHANGE_NOT_FOUND);
  await requireCertificateScope(db, actor, found.certificateId);
}

/** Refuses staff who do not manage the users of the held league. Throws HOLD_NOT_FOUND and as `requireScope`. */
export async function requireHoldScope(db: Database, actor: Actor, id: string): Promise<void> {
  const [found] = await db
    .select({ leagueId: certificateHolds.leagueId })
    .from(certificateHolds)
    .where(eq(certificateHolds.id, id));
  if (!found) throw new ApiError(CERTIFICATE_ERRORS.HOLD_NOT_FOUND);
  await requireScope(db, actor, found.leagueId, 'canManageUsers');
}

/**
 * Approves another name, which stands on the certificate from now on, or refuses it. Throws NAME_CHANGE_NOT_FOUND,
 * NAME_CHANGE_DECIDED, OWN_CERTIFICATE, CERTIFICATE_REVOKED, and what `requireCertificateScope` throws.
 */
export async function decideNameChange(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: By,
  id: string,
  { outcome, reason }: { outcome: NameChangeOutcome; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [asked] = await tx.select().from(certificateNameChanges).where(eq(certificateNameChanges.id, id));
    if (!asked) throw new ApiError(CERTIFICATE_ERRORS.NAME_CHANGE_NOT_FOUND);
    await requireCertificateScope(tx, actor, asked.certificateId);
    const [certificate] = await tx
      .select()
      .from(certificates)
      .where(eq(certificates.id, asked.certificateId))
      .for('update');
    if (!certificate) throw new ApiError(CERTIFICATE_ERRORS.NAME_CHANGE_NOT_FOUND);
    const { leagueId } = certificate;
    const own = await requireOthersRecord(
      tx,
      actor,
      asked.userId,
      { ...RIGHTS, leagueId },
      CERTIFICATE_ERRORS.OWN_CERTIFICATE,
    );
    const [decided] = await tx
      .update(certificateNameChanges)
      .set({ outcome, decidedAt: sql`now()`, decidedById: actor.id, decisionReason: reason })
      .where(and(eq(certificateNameChanges.id, id), isNull(certificateNameChanges.outcome)))
      .returning();
    if (!decided) throw new ApiError(CERTIFICATE_ERRORS.NAME_CHANGE_DECIDED);
    if (outcome === 'APPROVED') {
      if (certificate.revokedAt) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_REVOKED);
      await tx
        .update(certificates)
        .set({ holderName: decided.toName, renamedAt: sql`now()` })
        .where(eq(certificates.id, certificate.id));
    }
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: asked.userId,
      action: outcome === 'APPROVED' ? 'CERTIFICATE_RENAMED' : 'CERTIFICATE_NAME_CHANGE_REFUSED',
      description: certificate.title,
      metadata: {
        id: certificate.id,
        leagueId,
        holderName: { from: decided.fromName, to: decided.toName },
        reason,
        ...own,
      },
      requestInfo,
    });
    await tellLearner({ db: tx, secret }, asked.userId, {
      title: certificate.title,
      about: { nameChange: decided.toName, code: certificate.code },
      isGranted: outcome === 'APPROVED',
      reason,
    });
  });
}

/**
 * Issues or declines a held certificate; of an appeal the answer is the last word, and comes from somebody else than who
 * declined. Throws HOLD_NOT_FOUND, HOLD_DECIDED, OWN_CERTIFICATE, APPEAL_BY_DECIDER, and as `requireScope`.
 */
export async function decideHold(
  { db, secret }: Pick<Deps, 'db' | 'secret'>,
  { actor, requestInfo }: By,
  id: string,
  { outcome, reason }: { outcome: HoldOutcome; reason: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [before] = await tx
      .select()
      .from(certificateHolds)
      .where(eq(certificateHolds.id, id))
      .for('update');
    if (!before) throw new ApiError(CERTIFICATE_ERRORS.HOLD_NOT_FOUND);
    const { userId, leagueId } = before;
    await requireScope(tx, actor, leagueId, 'canManageUsers');
    const isAppeal = before.appeal !== null;
    if (isAppeal ? before.appealOutcome !== null : before.outcome !== null) {
      throw new ApiError(CERTIFICATE_ERRORS.HOLD_DECIDED);
    }
    const rights = { ...RIGHTS, leagueId };
    const own = await requireOthersRecord(tx, actor, userId, rights, CERTIFICATE_ERRORS.OWN_CERTIFICATE);
    const again = isAppeal
      ? await requireOthersRecord(tx, actor, before.decidedById, rights, CERTIFICATE_ERRORS.APPEAL_BY_DECIDER)
      : {};
    const now = sql`now()`;
    await tx
      .update(certificateHolds)
      .set(
        isAppeal
          ? {
              appealOutcome: outcome,
              appealDecidedAt: now,
              appealDecidedById: actor.id,
              appealReason: reason,
            }
          : { outcome, decidedAt: now, decidedById: actor.id, decisionReason: reason },
      )
      .where(eq(certificateHolds.id, id));
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: userId,
      action: outcome === 'ISSUED' ? 'CERTIFICATE_RELEASED' : 'CERTIFICATE_DECLINED',
      metadata: { id, leagueId, reason, isAppeal, ...own, ...again },
      requestInfo,
    });
    const [league] = await tx.select({ name: leagues.name }).from(leagues).where(eq(leagues.id, leagueId));
    const decision = {
      title: league?.name ?? '',
      about: isAppeal ? ('appeal' as const) : ('certificate' as const),
      isGranted: outcome === 'ISSUED',
      reason,
    };
    if (outcome !== 'ISSUED') return tellLearner({ db: tx, secret }, userId, decision);
    await tx
      .select({ userId: learnerStats.userId })
      .from(learnerStats)
      .where(eq(learnerStats.userId, userId))
      .for('update');
    await grantAwards(tx, { userId, leagueId }, { secret });
    const issued = and(eq(certificates.userId, userId), eq(certificates.leagueId, leagueId));
    // The certificate brings a message of its own.
    if ((await tx.$count(certificates, issued)) === 0)
      await tellLearner({ db: tx, secret }, userId, decision);
  });
}

async function tellLearner(
  deps: Pick<Deps, 'db' | 'secret'>,
  userId: string,
  decision: Omit<Parameters<typeof toCertificateDecidedMessage>[0], 'name'>,
): Promise<void> {
  const [learner] = await deps.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!learner) return;
  await queueMail(deps, {
    kind: 'CERTIFICATE_DECIDED',
    userId,
    to: learner.email,
    message: toCertificateDecidedMessage({ name: learner.name, ...decision }),
  });
}
