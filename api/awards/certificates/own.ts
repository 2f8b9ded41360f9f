import { and, desc, eq, type SQLWrapper } from 'drizzle-orm';
import { toPrintedCode } from '#contract/certificate-code.ts';
import type { HeldCertificate } from '#contract/certificates.ts';
import { toIso } from '../../platform/db/client.ts';
import { oneRow, rowList, selectRow } from '../../platform/db/nested-rows.ts';
import { certificates } from '../../platform/db/schema/awards.ts';

const select = () =>
  selectRow({
    id: certificates.id,
    code: certificates.code,
    kind: certificates.kind,
    title: certificates.title,
    leagueId: certificates.leagueId,
    specializationId: certificates.specializationId,
    completedAt: certificates.completedAt,
    revokedAt: certificates.revokedAt,
    reason: certificates.revocationReason,
    holderName: certificates.holderName,
  }).from(certificates);

/** For a nested query; newest first. */
export const certificatesOf = (userId: SQLWrapper) =>
  rowList(
    select().where(eq(certificates.userId, userId)).orderBy(desc(certificates.completedAt), certificates.id),
  );

/** For a nested query; null without a certificate. */
export const leagueCertificateOf = (userId: SQLWrapper, leagueId: SQLWrapper) =>
  oneRow(select().where(and(eq(certificates.userId, userId), eq(certificates.leagueId, leagueId))));

type CertificateRow = NonNullable<
  ReturnType<typeof leagueCertificateOf> extends { _: { type: infer Row } } ? Row : never
>;

export function presentCertificate({ revokedAt, ...row }: CertificateRow): HeldCertificate {
  return {
    ...row,
    code: toPrintedCode(row.code),
    kind: row.kind as HeldCertificate['kind'],
    completedAt: toIso(row.completedAt),
    isRevoked: revokedAt !== null,
    holderName: row.holderName ?? '',
  };
}
