import type { Elysia } from 'elysia';
import * as calls from '#contract/passkeys.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { proveIdentity, startProof } from './proof.ts';
import { resetPasskeys } from './reset.ts';
import * as service from './service.ts';
import { loginWithPasskey, startPasskeyLogin } from './sign-in.ts';

/** See docs/decisions/0038. */
export function passkeyRoutes(router: ApiRouter): Elysia {
  const app = router.feature('passkeys');
  const { deps } = router;
  router.servePublic(app, calls.startPasskeyLogin, () => startPasskeyLogin(deps));
  router.servePublic(app, calls.loginWithPasskey, ({ body, requestInfo }) =>
    loginWithPasskey(deps, body.credential, requestInfo, (userId) =>
      router.counter.take('signIn', 'account', userId),
    ),
  );
  router.serve(app, calls.listPasskeys, ({ actor }) => service.listPasskeys(deps, actor));
  router.serve(app, calls.startPasskey, ({ actor }) => service.startPasskey(deps, actor));
  router.serve(app, calls.addPasskey, ({ actor, body, requestInfo }) =>
    service.addPasskey(deps, actor, body, requestInfo),
  );
  router.serve(app, calls.renamePasskey, ({ actor, params, body }) =>
    service.renamePasskey(deps, actor, params.id, body.name),
  );
  router.serve(app, calls.removePasskey, async ({ actor, params, requestInfo }) => {
    await service.removePasskey(deps, actor, params.id, requestInfo);
    return new Reply({ message: 'Passkey removed' });
  });
  router.serve(app, calls.replaceRecoveryCodes, ({ actor, requestInfo }) =>
    service.replaceRecoveryCodes(deps, actor, requestInfo),
  );
  router.serve(app, calls.startProof, ({ actor }) => startProof(deps, actor));
  router.serve(app, calls.proveIdentity, ({ actor, body, requestInfo }) =>
    proveIdentity(deps, actor, body, requestInfo),
  );
  router.serve(app, calls.resetPasskeys, ({ actor, params, body, requestInfo }) =>
    resetPasskeys(deps, { userId: params.userId, actorId: actor.id, reason: body.reason, requestInfo }),
  );
  return app;
}
