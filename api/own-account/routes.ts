import type { Elysia } from 'elysia';
import {
  changePassword,
  confirmEmailChange,
  deleteOwnAccount,
  downloadOwnData,
  endOtherSessions,
  endOwnSession,
  getEmailChange,
  listOwnMail,
  listOwnSessions,
  requestEmailChange,
} from '../contract/own-account.ts';
import { type Frame, Reply } from '../endpoint.ts';
import { listMailStates } from '../mail/mail-state.ts';
import { collectOwnData } from './data.ts';
import { toDataFile } from './data-file.ts';
import { limitDownload } from './download-limit.ts';
import * as emailChange from './email-change.ts';
import * as erasure from './erasure.ts';
import * as password from './password.ts';
import * as sessions from './sessions.ts';

/** What a person does with the own account: sessions, password, address, data and its end. */
export function ownAccountRoutes(frame: Frame): Elysia {
  const app = frame.feature('own-account');
  const { deps } = frame;
  frame.serve(app, listOwnSessions, ({ actor }) => sessions.listOwnSessions(deps.db, actor));
  frame.serve(app, endOtherSessions, async ({ actor, caller }) => {
    const data = await sessions.endOtherSessions(deps, actor, caller);
    return new Reply({ data, message: 'Signed out everywhere else' });
  });
  frame.serve(app, endOwnSession, async ({ actor, params, caller }) => {
    await sessions.endOwnSession(deps, actor, params.id ?? '', caller);
    return new Reply({ message: 'Signed out of that session' });
  });
  frame.serve(app, changePassword, async ({ actor, body, caller }) => {
    await password.changePassword(deps, actor, body, caller);
    return new Reply({ message: 'Password changed. You were signed out everywhere else.' });
  });
  frame.serve(app, getEmailChange, ({ actor }) => emailChange.readEmailChange(deps.db, actor));
  frame.serve(app, requestEmailChange, async ({ actor, body, caller }) => {
    const data = await emailChange.requestEmailChange(deps, actor, body, caller);
    return new Reply({ data, message: 'We sent a code to your new email address' });
  });
  frame.serve(app, confirmEmailChange, async ({ actor, body, caller }) => {
    const data = await emailChange.confirmEmailChange(deps, actor, body.otp, caller);
    return new Reply({ data, message: 'Email address changed' });
  });
  frame.serve(app, listOwnMail, async ({ actor }) => ({
    messages: await listMailStates(deps.db, actor.id),
  }));
  frame.serve(app, downloadOwnData, async ({ actor, query }) => {
    await limitDownload(deps, actor);
    return toDataFile(await collectOwnData(deps.db, actor), query.format === 'html' ? 'html' : 'json');
  });
  frame.serve(app, deleteOwnAccount, async ({ actor, body, caller }) => {
    await erasure.deleteOwnAccount(deps, actor, body.password, caller);
    return new Reply({ message: 'Your account was deleted' });
  });
  return app;
}
