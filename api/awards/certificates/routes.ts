import { checkCertificate } from '#contract/certificate-check.ts';
import * as calls from '#contract/certificates.ts';
import type { Guard } from '../../platform/access/guard.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { findCertificate } from './check.ts';
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
