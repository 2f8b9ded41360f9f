import type { Elysia } from 'elysia';
import * as calls from '#contract/certificates.ts';
import type { Guard } from '../../access/guard.ts';
import type { ApiRouter } from '../../http/router.ts';
import { findCertificate } from './check.ts';
import { readOwnCertificates, renameCertificate } from './own.ts';
import * as staff from './staff.ts';

/** Certificates: the public check, the own ones, and revoking. They are issued by the rules beside this folder. */
export function certificateRoutes(router: ApiRouter): Elysia {
  const { deps } = router;
  const { db } = deps;
  const app = router.feature('certificates');
  const mayRevoke: Guard<{ id: string }> = ({ actor, params }) =>
    staff.requireCertificateScope(db, actor, params.id);

  router.servePublic(app, calls.checkCertificate, ({ params, requestInfo }) =>
    findCertificate(deps, params.code, requestInfo),
  );
  router.serve(app, calls.listOwnCertificates, async ({ actor }) => ({
    certificates: await readOwnCertificates(db, actor),
  }));
  router.serve(app, calls.renameOwnCertificate, async ({ actor, params, requestInfo }) => ({
    certificate: await renameCertificate(db, actor, params.id, requestInfo),
  }));
  router.serve(app, calls.listCertificates, ({ actor, query }) =>
    staff.listCertificateRows(db, actor, query),
  );
  router.serve(
    app,
    calls.revokeCertificate,
    async ({ body, params, ...by }) => ({
      certificate: await staff.revokeCertificate(db, by, params.id, body.reason),
    }),
    mayRevoke,
  );
  router.serve(
    app,
    calls.restoreCertificate,
    async ({ params, ...by }) => ({
      certificate: await staff.restoreCertificate(db, by, params.id),
    }),
    mayRevoke,
  );
  return app;
}
