import type { Elysia } from 'elysia';
import * as calls from '../contract/admin-users.ts';
import * as batchCalls from '../contract/user-batches.ts';
import type { Frame, Guard } from '../endpoint.ts';
import { approveUsers, enrollUsers, guardEnrollment, updateStatuses } from './batches.ts';
import { getUserDetail, listUserMatches, listUsers } from './list.ts';
import { requireUserManager } from './managers.ts';
import { approveUser, updateRole, updateStatus } from './service.ts';
import { getUserVerification, verifyUserEmail } from './verification.ts';

/** Contract 1.18 and section 2: staff read accounts, approve and verify them, set roles and statuses; many at once too. */
export function userRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('users');
  const managersOnly: Guard = ({ actor }) => requireUserManager(db, actor);

  frame.serve(app, calls.listUsers, ({ query }) => listUsers(db, query), managersOnly);
  frame.serve(
    app,
    calls.listPendingUsers,
    ({ query }) => listUsers(db, { ...query, status: 'PENDING' }),
    managersOnly,
  );
  frame.serve(app, calls.getUser, ({ params }) => getUserDetail(db, params.userId ?? ''), managersOnly);
  frame.serve(
    app,
    calls.approveUser,
    ({ body, ...by }) => approveUser(frame.deps, by, body.userId, body.role),
    managersOnly,
  );
  frame.serve(
    app,
    calls.approveUserById,
    ({ body, params, ...by }) => approveUser(frame.deps, by, params.userId ?? '', body.role),
    managersOnly,
  );
  frame.serve(app, calls.updateUserRole, ({ body, ...by }) =>
    updateRole(frame.deps, by, body.userId, body.newRole),
  );
  frame.serve(app, calls.updateRoleById, ({ body, params, ...by }) =>
    updateRole(frame.deps, by, params.userId ?? '', body.role),
  );
  frame.serve(app, calls.updateUserStatus, ({ body, ...by }) =>
    updateStatus(frame.deps, by, body.userId, body.newStatus),
  );
  frame.serve(app, calls.updateStatusById, ({ body, params, ...by }) =>
    updateStatus(frame.deps, by, params.userId ?? '', body.status),
  );
  frame.serve(
    app,
    calls.getUserVerification,
    ({ params }) => getUserVerification(db, params.userId ?? ''),
    managersOnly,
  );
  frame.serve(
    app,
    calls.verifyUserEmail,
    ({ body, params, ...by }) => verifyUserEmail(db, by, params.userId ?? '', body.reason),
    managersOnly,
  );

  frame.serve(
    app,
    batchCalls.listUserMatches,
    ({ actor, query }) => listUserMatches(db, actor, query),
    managersOnly,
  );
  frame.serve(
    app,
    batchCalls.approveUsers,
    ({ body, ...by }) => approveUsers(frame.deps, by, body.userIds),
    managersOnly,
  );
  frame.serve(app, batchCalls.updateUserStatuses, ({ body, ...by }) =>
    updateStatuses(frame.deps, by, body.userIds, body.newStatus),
  );
  frame.serve(
    app,
    batchCalls.enrollUsers,
    ({ body: { userIds, ...target }, ...by }) => enrollUsers(frame.deps, by, userIds, target),
    guardEnrollment(db),
  );
  return app;
}
