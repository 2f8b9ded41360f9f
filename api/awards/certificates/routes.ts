import { eq } from 'drizzle-orm';
import {
  type CertificateCheck,
  type CertificateKind,
  checkCertificate,
} from '#contract/certificate-check.ts';
import { readCertificateCode, toPrintedCode } from '#contract/certificate-code.ts';
import * as calls from '#contract/certificates.ts';
import type { Guard } from '../../platform/access/guard.ts';
import { toIso } from '../../platform/db/client.ts';
import { certificates } from '../../platform/db/schema/awards.ts';
import { limitKeyOf } from '../../platform/http/client-address.ts';
import { refundLimits, takeLimit } from '../../platform/http/limits.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { ApiRouter, Deps } from '../../platform/http/router.ts';
import { dayIn } from '../../platform/process/product.ts';
import * as staff from './staff.ts';

export function certificateRoutes(router: ApiRouter): void {
  const { deps } = router;
  const { db } = deps;
  const mayChange: Guard<{ id: string }> = ({ actor, params }) =>
    staff.requireCertificateScope(db, actor, params.id);

  router.servePublic(checkCertificate, ({ params, requestInfo }) =>
    findCertificate(deps, params.code, requestInfo),
  );
  router.serve(calls.listCertificates, ({ actor, query }) => staff.listCertificateRows(db, actor, query));
  router.serve(
    calls.revokeCertificate,
    async ({ body, params, ...by }) => ({
      certificate: await staff.revokeCertificate(db, by, params.id, body.reason),
    }),
    mayChange,
  );
  router.serve(
    calls.restoreCertificate,
    async ({ params, ...by }) => ({
      certificate: await staff.restoreCertificate(db, by, params.id),
    }),
    mayChange,
  );
  router.serve(
    calls.correctCertificateName,
    async ({ body, params, ...by }) => ({
      certificate: await staff.correctName(db, by, params.id, body),
    }),
    mayChange,
  );
}

// Only wrong codes count. At this rate an address needs some 300,000 years to hit one of a million certificates (60 bits).
const GUESSES = { max: 100, windowSeconds: 900 };
// Looked up instead of an impossible code, so that both answers take the same time.
const NO_CODE = '';

/** Throws 429 for an address that guesses codes. */
async function findCertificate(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  typed: string,
  requestInfo: Pick<RequestInfo, 'address'>,
): Promise<CertificateCheck> {
  const key = `certificate-check:${limitKeyOf(requestInfo.address)}`;
  await takeLimit(db, { key, ...GUESSES }, config.RATE_LIMIT_SCALE);
  const [row] = await db
    .select()
    .from(certificates)
    .where(eq(certificates.code, readCertificateCode(typed) ?? NO_CODE));
  if (!row) return { state: 'unknown', certificate: null };
  await refundLimits(db, [key]);
  const withdrawnAt = row.erasedAt ?? row.revokedAt;
  const renamedAt = withdrawnAt ? null : row.renamedAt;
  const toDay = (moment: Date | null) => moment && dayIn(config.TIME_ZONE, moment);
  return {
    state: withdrawnAt ? 'withdrawn' : 'genuine',
    certificate: {
      code: toPrintedCode(row.code),
      kind: row.kind as CertificateKind,
      title: row.title,
      issuer: row.issuer,
      completedAt: toIso(row.completedAt),
      completedOn: dayIn(config.TIME_ZONE, row.completedAt),
      issuedAt: toIso(row.issuedAt),
      holderName: withdrawnAt ? null : row.holderName,
      renamedAt: toIso(renamedAt),
      renamingReason: renamedAt && row.renamingReason,
      renamedOn: toDay(renamedAt),
      withdrawnAt: toIso(withdrawnAt),
      withdrawnOn: toDay(withdrawnAt),
      reason: row.revocationReason,
    },
  };
}
