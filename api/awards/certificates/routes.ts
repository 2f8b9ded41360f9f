import type { Elysia } from 'elysia';
import { checkCertificate } from '#contract/certificate-check.ts';
import * as calls from '#contract/certificates.ts';
import type { Guard } from '../../access/guard.ts';
import type { ApiRouter } from '../../http/router.ts';
import { findCertificate } from './check.ts';
import * as own from './own.ts';
import * as requests from './requests.ts';
import * as staff from './staff.ts';

/** Certificates: the public check, the own ones, and revoking. They are issued by the rules beside this folder. */
export function certificateRoutes(router: ApiRouter): Elysia {
  const { deps } = router;
  const { db } = deps;
  const app = router.feature('certificates');
  const mayRevoke: Guard<{ id: string }> = ({ actor, params }) =>
    staff.requireCertificateScope(db, actor, params.id);

  router.servePublic(app, checkCertificate, ({ params, requestInfo }) =>
    findCertificate(deps, params.code, requestInfo),
  );
  router.serve(app, calls.listOwnCertificates, async ({ actor }) => ({
    certificates: await own.readOwnCertificates(db, actor),
    waiting: await own.readWaitingCertificates(db, actor),
  }));
  router.serve(app, calls.requestNameChange, async ({ body, params, ...by }) => ({
    certificate: await own.requestNameChange(db, by, params.id, body),
  }));
  router.serve(app, calls.appealHold, async ({ body, params, ...by }) => {
    await own.appealHold(db, by, params.id, body.appeal);
    return { waiting: await own.readWaitingCertificates(db, by.actor) };
  });
  router.serve(app, calls.listCertificateRequests, ({ actor, query }) =>
    requests.listRequests(db, actor, query),
  );
  router.serve(
    app,
    calls.decideNameChange,
    async ({ body, params, ...by }) => {
      await requests.decideNameChange(deps, by, params.id, body);
      return { id: params.id, outcome: body.outcome };
    },
    ({ actor, params }) => requests.requireNameChangeScope(db, actor, params.id),
  );
  router.serve(
    app,
    calls.decideHold,
    async ({ body, params, ...by }) => {
      await requests.decideHold(deps, by, params.id, body);
      return { id: params.id, outcome: body.outcome };
    },
    ({ actor, params }) => requests.requireHoldScope(db, actor, params.id),
  );
  router.serveRead(app, calls.listCertificates, ({ db, actor, query }) =>
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
