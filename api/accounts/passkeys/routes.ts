import * as calls from '#contract/passkeys.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { proveIdentity, startProof } from './proof.ts';
import * as service from './service.ts';
import { loginWithPasskey, startPasskeyLogin } from './sign-in.ts';

/** See docs/decisions/0038. */
export function passkeyRoutes(router: ApiRouter): void {
  const { deps } = router;
  router.servePublic(calls.startPasskeyLogin, () => startPasskeyLogin(deps));
  router.servePublic(calls.loginWithPasskey, ({ body, requestInfo }) =>
    loginWithPasskey(deps, body.credential, requestInfo, (userId) =>
      router.counter.take('signIn', 'account', userId),
    ),
  );
  router.serve(calls.listPasskeys, ({ actor }) => service.listPasskeys(deps, actor));
  router.serve(calls.startPasskey, ({ actor }) => service.startPasskey(deps, actor));
  router.serve(calls.addPasskey, ({ actor, body, requestInfo }) =>
    service.addPasskey(deps, actor, body, requestInfo),
  );
  router.serve(calls.renamePasskey, ({ actor, params, body }) =>
    service.renamePasskey(deps, actor, params.id, body.name),
  );
  router.serve(calls.removePasskey, ({ actor, params, requestInfo }) =>
    service.removePasskey(deps, actor, params.id, requestInfo),
  );
  router.serve(calls.replaceRecoveryCodes, ({ actor, requestInfo }) =>
    service.replaceRecoveryCodes(deps, actor, requestInfo),
  );
  router.serve(calls.startProof, ({ actor }) => startProof(deps, actor));
  router.serve(calls.proveIdentity, ({ actor, body, requestInfo }) =>
    proveIdentity(deps, actor, body, requestInfo),
  );
  router.serve(calls.resetPasskeys, ({ actor, params, body, requestInfo }) =>
    service.resetPasskeys(deps, {
      userId: params.userId,
      actorId: actor.id,
      reason: body.reason,
      requestInfo,
    }),
  );
}
