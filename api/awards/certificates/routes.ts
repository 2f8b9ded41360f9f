import type { Elysia } from 'elysia';
import * as calls from '../../contract/certificates.ts';
import type { Frame, Guard } from '../../endpoint.ts';
import { findCertificate } from './check.ts';
import { readOwnCertificates, renameCertificate } from './own.ts';
import * as staff from './staff.ts';

/** Certificates: the public check, the own ones, and revoking. They are issued by the rules beside this folder. */
export function certificateRoutes(frame: Frame): Elysia {
  const { deps } = frame;
  const { db } = deps;
  const app = frame.feature('certificates');
  const mayRevoke: Guard = ({ actor, params }) => staff.requireCertificateScope(db, actor, params.id ?? '');

  frame.servePublic(app, calls.checkCertificate, ({ params, caller }) =>
    findCertificate(deps, params.code ?? '', caller),
  );
  frame.serve(app, calls.listOwnCertificates, async ({ actor }) => ({
    certificates: await readOwnCertificates(db, actor),
  }));
  frame.serve(app, calls.renameOwnCertificate, async ({ actor, params, caller }) => ({
    certificate: await renameCertificate(db, actor, params.id ?? '', caller),
  }));
  frame.serve(app, calls.listCertificates, ({ actor, query }) => staff.listCertificateRows(db, actor, query));
  frame.serve(
    app,
    calls.revokeCertificate,
    async ({ body, params, ...by }) => ({
      certificate: await staff.revokeCertificate(db, by, params.id ?? '', body.reason),
    }),
    mayRevoke,
  );
  frame.serve(
    app,
    calls.restoreCertificate,
    async ({ params, ...by }) => ({
      certificate: await staff.restoreCertificate(db, by, params.id ?? ''),
    }),
    mayRevoke,
  );
  return app;
}
