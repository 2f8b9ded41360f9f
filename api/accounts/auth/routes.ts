import type { Elysia } from 'elysia';
import { checkReportLink, login, logout, refreshSession, reportSignIn, signup } from '#contract/auth.ts';
import { Reply } from '../../platform/http/reply.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { requireReportLink, takeBackAccount } from './new-device.ts';
import { logIn, logOut, refreshAccess, signUp } from './service.ts';

export function authRoutes(router: ApiRouter): Elysia {
  const app = router.feature('auth');
  const { deps } = router;

  router.servePublic(app, signup, ({ body, requestInfo }) => signUp(deps, body, requestInfo));
  router.servePublic(app, login, ({ body, requestInfo }) =>
    logIn(deps, body, requestInfo, (userId) => router.counter.take('signIn', 'account', userId)),
  );
  router.servePublic(app, refreshSession, ({ body }) =>
    refreshAccess(deps, body.refreshToken, (sessionId) => router.counter.take('token', 'session', sessionId)),
  );
  router.servePublic(app, reportSignIn, async ({ body, requestInfo }) => {
    await takeBackAccount(deps, body.token, requestInfo);
    return new Reply({ message: 'Every device was signed out. Please set a new password.' });
  });
  router.servePublic(app, checkReportLink, async ({ body }) => {
    await requireReportLink(deps, body.token);
    return new Reply({ message: 'The link is good' });
  });
  router.serve(app, logout, async ({ actor, requestInfo }) => {
    await logOut(deps, actor, requestInfo);
    return new Reply({ message: 'Logged out successfully' });
  });
  return app;
}
