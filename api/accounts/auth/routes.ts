import { checkReportLink, login, logout, refreshSession, reportSignIn, signup } from '#contract/auth.ts';
import { Reply } from '../../platform/http/reply.ts';
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
  router.servePublic(reportSignIn, async ({ body, requestInfo }) => {
    await takeBackAccount(deps, body.token, requestInfo);
    return new Reply({ message: 'Every device was signed out. Please set a new password.' });
  });
  router.servePublic(checkReportLink, async ({ body }) => {
    await requireReportLink(deps, body.token);
    return new Reply({ message: 'The link is good' });
  });
  router.serve(logout, async ({ actor, requestInfo }) => {
    await logOut(deps, actor, requestInfo);
    return new Reply({ message: 'Logged out successfully' });
  });
}
