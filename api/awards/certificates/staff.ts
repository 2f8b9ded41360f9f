import { and, asc, desc, eq, inArray, isNotNull, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DataOf } from '#contract/call.ts';
import type { CertificateKind } from '#contract/certificate-check.ts';
import { toPrintedCode } from '#contract/certificate-code.ts';
import {
  CERTIFICATE_ERRORS,
  CERTIFICATES_PAGE_SIZE,
  type CertificateQuery,
  type CertificateRow,
  type listCertificates,
} from '#contract/certificates.ts';
import { readPage } from '#contract/shared.ts';
import { type Actor, requireScopeOrGrand } from '../../platform/access/actor.ts';
import { toScopeFilter } from '../../platform/access/league-scope.ts';
import { refuseOwnRecord } from '../../platform/access/own-record.ts';
import { recordAudit } from '../../platform/audit/record.ts';
import { toPeopleTerms } from '../../platform/db/account-search.ts';
import { type Database, inTransaction, toIso } from '../../platform/db/client.ts';
import { countWhere, findPage, isOneOf, type Listing } from '../../platform/db/paging.ts';
import { users } from '../../platform/db/schema/accounts.ts';
import { certificates } from '../../platform/db/schema/awards.ts';
import { containsFolded, toContainsPattern } from '../../platform/db/text-search.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { ActorAndRequest } from '../../platform/http/request-info.ts';

const holders = alias(users, 'holders');
const revokers = alias(users, 'revokers');
const rowColumns = {
  certificate: certificates,
  holder: { id: holders.id, name: holders.name, email: holders.email },
  revokedBy: revokers.name,
};
const isWithdrawn = or(isNotNull(certificates.revokedAt), isNotNull(certificates.erasedAt)) as SQL;
const isGenuine = and(isNull(certificates.revokedAt), isNull(certificates.erasedAt)) as SQL;

/** Newest first. The figures count all certificates that the caller may see, or those of the league asked for. */
export async function listCertificateRows(
  db: Database,
  actor: Actor,
  query: CertificateQuery,
): Promise<DataOf<typeof listCertificates>> {
  const asked = readPage(query, CERTIFICATES_PAGE_SIZE);
  const page = { ...asked, limit: asked.limit ?? CERTIFICATES_PAGE_SIZE };
  const seen = await toScopeFilter(db, actor, certificates.leagueId, ['canManageUsers']);
  const [{ ids, pagination }, [counts]] = await Promise.all([
    findPage(db, certificates, {
      where: and(seen, ...filtersOf(query), searchOf(query)),
      order: newestFirst,
      page,
    }),
    db
      .select({
        total: countWhere(undefined),
        genuine: countWhere(isGenuine),
        withdrawn: countWhere(isWithdrawn),
      })
      .from(certificates)
      .where(and(seen, ofLeague(query))),
  ]);
  const rows = await selectRows(db)
    .where(inArray(certificates.id, ids))
    .orderBy(...newestFirst);
  return {
    certificates: rows.map(toRow),
    counts: counts ?? { total: 0, genuine: 0, withdrawn: 0 },
    pagination,
  };
}

export async function findCertificateRows(
  db: Database,
  actor: Actor,
  query: CertificateQuery,
): Promise<Listing<CertificateRow>> {
  const seen = await toScopeFilter(db, actor, certificates.leagueId, ['canManageUsers']);
  const rows = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(seen, ...filtersOf(query), searchOf(query)))
    .orderBy(...newestFirst);
  return {
    ids: rows.map(({ id }) => id),
    read: async (ids) => (await selectRows(db).where(isOneOf(certificates.id, ids))).map(toRow),
  };
}

const newestFirst = [desc(certificates.issuedAt), asc(certificates.id)];

/**
 * The certificate's page shows the reason. Throws CERTIFICATE_NOT_FOUND, CERTIFICATE_ERASED, OWN_CERTIFICATE,
 * CERTIFICATE_REVOKED and the errors of `requireCertificateScope`.
 */
export async function revokeCertificate(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  reason: string,
): Promise<CertificateRow> {
  return changeCertificate(db, { actor, requestInfo }, id, async (tx, before) => {
    if (before.revokedAt) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_REVOKED);
    await tx
      .update(certificates)
      .set({ revokedAt: sql`now()`, revokedById: actor.id, revocationReason: reason })
      .where(eq(certificates.id, id));
    return { action: 'CERTIFICATE_REVOKED', metadata: { id, reason } };
  });
}

/** Throws CERTIFICATE_NOT_REVOKED and the errors of revoking. */
export async function restoreCertificate(
  db: Database,
  by: ActorAndRequest,
  id: string,
): Promise<CertificateRow> {
  return changeCertificate(db, by, id, async (tx, before) => {
    if (!before.revokedAt) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_NOT_REVOKED);
    await tx
      .update(certificates)
      .set({ revokedAt: null, revokedById: null, revocationReason: null })
      .where(eq(certificates.id, id));
    return { action: 'CERTIFICATE_RESTORED', metadata: { id, reason: before.revocationReason } };
  });
}

/** The certificate's page shows day and reason; its code stays. Throws NAME_UNCHANGED and the errors of revoking. */
export async function correctName(
  db: Database,
  by: ActorAndRequest,
  id: string,
  { name, reason }: { name: string; reason: string },
): Promise<CertificateRow> {
  return changeCertificate(db, by, id, async (tx, { holderName, revokedAt }) => {
    if (revokedAt) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_REVOKED);
    if (holderName === name) throw new ApiError(CERTIFICATE_ERRORS.NAME_UNCHANGED);
    await tx
      .update(certificates)
      .set({ holderName: name, renamedAt: sql`now()`, renamingReason: reason })
      .where(eq(certificates.id, id));
    const metadata = { id, holderName: { from: holderName, to: name }, reason };
    return { action: 'CERTIFICATE_RENAMED', metadata };
  });
}

/**
 * Only GRAND changes certificates of specializations and of deleted leagues, which no scope covers. Throws
 * CERTIFICATE_NOT_FOUND, GRAND_REQUIRED, LEAGUE_OUT_OF_SCOPE, PERMISSION_MISSING.
 */
export async function requireCertificateScope(db: Database, actor: Actor, id: string): Promise<void> {
  const [found] = await db
    .select({ leagueId: certificates.leagueId })
    .from(certificates)
    .where(eq(certificates.id, id));
  if (!found) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_NOT_FOUND);
  await requireScopeOrGrand(db, actor, found.leagueId, 'canManageUsers');
}

type Stored = typeof certificates.$inferSelect;
type Work = (tx: Database, before: Stored) => Promise<{ action: string; metadata: Record<string, unknown> }>;

async function changeCertificate(
  db: Database,
  { actor, requestInfo }: ActorAndRequest,
  id: string,
  work: Work,
): Promise<CertificateRow> {
  return inTransaction(db, async (tx) => {
    await requireCertificateScope(tx, actor, id);
    const [before] = await tx.select().from(certificates).where(eq(certificates.id, id)).for('update');
    if (!before) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_NOT_FOUND);
    if (before.erasedAt) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_ERASED);
    const own = await refuseOwnRecord(
      tx,
      actor,
      before.userId,
      { roles: ['CHIEF_PATHFINDER'], permission: 'canManageUsers', leagueId: before.leagueId },
      CERTIFICATE_ERRORS.OWN_CERTIFICATE,
    );
    const { action, metadata } = await work(tx, before);
    await recordAudit(tx, {
      actorId: actor.id,
      targetUserId: before.userId,
      action,
      description: before.title,
      metadata: { leagueId: before.leagueId, ...metadata, ...own },
      requestInfo,
    });
    const [row] = await selectRows(tx).where(eq(certificates.id, id));
    if (!row) throw new ApiError(CERTIFICATE_ERRORS.CERTIFICATE_NOT_FOUND);
    return toRow(row);
  });
}

function selectRows(db: Database) {
  return db
    .select(rowColumns)
    .from(certificates)
    .leftJoin(holders, eq(holders.id, certificates.userId))
    .leftJoin(revokers, eq(revokers.id, certificates.revokedById));
}

function ofLeague({ leagueId }: CertificateQuery): SQL | undefined {
  return leagueId ? eq(certificates.leagueId, leagueId.replaceAll('\0', '')) : undefined;
}

function filtersOf(query: CertificateQuery): (SQL | undefined)[] {
  const { state } = query;
  return [
    ofLeague(query),
    state === 'genuine' ? isGenuine : undefined,
    state === 'withdrawn' ? isWithdrawn : undefined,
  ];
}

// Matches words of holder and title in any order, or the start of a code.
function searchOf({ search }: CertificateQuery): SQL | undefined {
  const terms = toPeopleTerms(search);
  if (terms.length === 0) return undefined;
  const code = terms.join('').toUpperCase().replace(/-/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const named = and(...terms.map((term) => containsFolded(certificates.searchText, term)));
  return code ? or(named, like(certificates.code, toContainsPattern(code))) : named;
}

function toRow({
  certificate,
  holder,
  revokedBy,
}: {
  certificate: Stored;
  holder: { id: string; name: string; email: string } | null;
  revokedBy: string | null;
}): CertificateRow {
  return {
    id: certificate.id,
    code: toPrintedCode(certificate.code),
    kind: certificate.kind as CertificateKind,
    state: certificate.revokedAt || certificate.erasedAt ? 'withdrawn' : 'genuine',
    title: certificate.title,
    issuer: certificate.issuer,
    holderName: certificate.holderName,
    user: holder,
    leagueId: certificate.leagueId,
    specializationId: certificate.specializationId,
    completedAt: toIso(certificate.completedAt),
    issuedAt: toIso(certificate.issuedAt),
    renamedAt: toIso(certificate.renamedAt),
    renamingReason: certificate.renamingReason,
    revokedAt: toIso(certificate.revokedAt),
    reason: certificate.revocationReason,
    revokedBy,
    erasedAt: toIso(certificate.erasedAt),
  };
}
