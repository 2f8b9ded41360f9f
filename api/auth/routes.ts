import type { Elysia } from 'elysia';
import { getProfile, login, logout, refreshSession, signup, updateProfile } from '../contract/auth.ts';
import { type Frame, Reply } from '../endpoint.ts';
import { saveProfile } from '../profile/service.ts';
import { userDocument } from '../users/presenter.ts';
import { logIn, logOut, refreshAccess, signUp } from './service.ts';

/** Session and own profile (contract 1.1). */
export function authRoutes(frame: Frame): Elysia {
  const app = frame.feature('auth');
  const { deps } = frame;

  frame.servePublic(app, signup, ({ body, caller }) => signUp(deps, body, caller));
  frame.servePublic(app, login, ({ body, caller }) => logIn(deps, body, caller));
  frame.servePublic(app, refreshSession, ({ body }) => refreshAccess(deps, body.refreshToken));
  frame.serve(app, logout, async ({ actor }) => {
    await logOut(deps, actor);
    return new Reply({ message: 'Logged out successfully' });
  });
  frame.serveOwn(app, getProfile, userDocument);
  frame.serve(app, updateProfile, ({ body, actor, caller }) => saveProfile(deps, actor, body, caller));
  return app;
}
