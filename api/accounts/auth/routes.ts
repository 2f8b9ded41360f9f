import { checkReportLink, login, logout, refreshSession, reportSignIn, signup } from '#contract/auth.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { requireReportLink, takeBackAccount } from './new-device.ts';
import { logIn, logOut, refreshAccess, signUp } from './service.ts';

export function authRoutes(router: ApiRouter): void {
  const { deps } = router;

  router.servePublic(signup, ({ body, requestInfo }) => signUp(deps, body, requestInfo));
  router.servePublic(login, ({ body, requestInfo }) =>
    logIn(deps, body, requestInfo, (userId) => router.counter.take('signIn', 'account', userId)),
  );
  router.servePublic(refreshSession, ({ body }) =>
    refreshAccess(deps, body.refreshToken, (sessionId) => router.counter.take('token', 'session', sessionId)),
  );
  router.servePublic(reportSignIn, ({ body, requestInfo }) => takeBackAccount(deps, body.token, requestInfo));
  router.servePublic(checkReportLink, ({ body }) => requireReportLink(deps, body.token));
  router.serve(logout, ({ actor, requestInfo }) => logOut(deps, actor, requestInfo));
}
