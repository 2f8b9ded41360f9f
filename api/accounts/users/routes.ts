import * as calls from '#contract/admin-users.ts';
import {
  approvePerson as approvePersonCall,
  enrollPerson as enrollPersonCall,
  listPeople as listPeopleCall,
} from '#contract/people.ts';
import * as scopeCalls from '#contract/scopes.ts';
import * as batchCalls from '#contract/user-batches.ts';
import { type Guard, requireAccess } from '../../platform/access/guard.ts';
import { requireProof } from '../../platform/access/proof.ts';
import type { ApiRouter } from '../../platform/http/router.ts';
import { approveUsers, enrollUsers, guardEnrollment, unenrollUsers, updateStatuses } from './batches.ts';
import { getUserDetail, listUserMatches, listUsers } from './list.ts';
import { requireUserManager } from './managers.ts';
import { approvePerson, enrollPerson, listPeople } from './people.ts';
import {
  assignPathfinderLeagues,
  getPathfinderLeagues,
  getPathfinders,
  removeScope,
  updatePermissions,
} from './scopes.ts';
import {
  approveUser,
  endUserSessions,
  getUserVerification,
  updateRole,
  updateStatus,
  verifyUserEmail,
} from './service.ts';

export function userRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  const managersOnly: Guard = ({ actor }) => requireUserManager(db, actor);
  /** An approval that sets a role needs the access and proof of a role change. */
  const approversOnly: Guard = async ({ actor, readRaw }) => {
    await requireUserManager(db, actor);
    if (!(await readRaw()).role) return;
    requireAccess(actor, calls.updateUserRole);
    await requireProof(router.deps, actor, calls.updateUserRole);
  };

  router.serve(calls.listUsers, ({ query }) => listUsers(db, query), managersOnly);
  router.serve(
    calls.listPendingUsers,
    ({ query }) => listUsers(db, { ...query, status: 'PENDING' }),
    managersOnly,
  );
  router.serve(calls.getUser, ({ params }) => getUserDetail(db, params.userId), managersOnly);
  router.serve(
    calls.approveUser,
    ({ body, ...by }) => approveUser(router.deps, by, body.userId, body.role),
    approversOnly,
  );
  router.serve(
    calls.approveUserById,
    ({ body, params, ...by }) => approveUser(router.deps, by, params.userId, body.role),
    approversOnly,
  );
  router.serve(calls.updateUserRole, ({ body, ...by }) =>
    updateRole(router.deps, by, body.userId, body.newRole),
  );
  router.serve(calls.updateRoleById, ({ body, params, ...by }) =>
    updateRole(router.deps, by, params.userId, body.role),
  );
  router.serve(calls.updateUserStatus, ({ body, ...by }) =>
    updateStatus(router.deps, by, body.userId, { status: body.newStatus, reason: body.reason }),
  );
  router.serve(calls.updateStatusById, ({ body, params, ...by }) =>
    updateStatus(router.deps, by, params.userId, body),
  );
  router.serve(calls.endUserSessions, ({ body, params, ...by }) =>
    endUserSessions(router.deps, by, params.userId, body.reason),
  );
  router.serve(
    calls.getUserVerification,
    ({ params }) => getUserVerification(router.deps, params.userId),
    managersOnly,
  );
  router.serve(
    calls.verifyUserEmail,
    ({ body, params, ...by }) => verifyUserEmail(db, by, params.userId, body.reason),
    managersOnly,
  );

  router.serve(listPeopleCall, ({ actor, query }) => listPeople(db, actor, query), managersOnly);
  const inManagedLeague: Guard = async (asked) => {
    await managersOnly(asked);
    await guardEnrollment(db)(asked);
  };
  router.serve(
    approvePersonCall,
    ({ body, params, ...by }) => approvePerson(router.deps, by, params.userId, body.leagueId),
    inManagedLeague,
  );
  router.serve(
    enrollPersonCall,
    ({ body, params, ...by }) => enrollPerson(router.deps, by, params.userId, body.leagueId),
    inManagedLeague,
  );

  router.serve(
    batchCalls.listUserMatches,
    ({ actor, query }) => listUserMatches(db, actor, query),
    managersOnly,
  );
  router.serve(
    batchCalls.approveUsers,
    ({ body, ...by }) => approveUsers(router.deps, by, body.userIds),
    managersOnly,
  );
  router.serve(batchCalls.updateUserStatuses, ({ body, ...by }) =>
    updateStatuses(router.deps, by, body.userIds, { status: body.newStatus, reason: body.reason }),
  );
  router.serve(
    batchCalls.enrollUsers,
    ({ body: { userIds, ...target }, ...by }) => enrollUsers(router.deps, by, userIds, target),
    guardEnrollment(db),
  );
  router.serve(
    batchCalls.unenrollUsers,
    ({ body: { userIds, ...target }, ...by }) => unenrollUsers(router.deps, by, userIds, target),
    guardEnrollment(db),
  );
}

export function scopeRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  router.serve(scopeCalls.assignLeagues, ({ body, ...by }) => assignPathfinderLeagues(db, by, body));
  router.serve(scopeCalls.listPathfinderLeagues, ({ params }) =>
    getPathfinderLeagues(db, params.pathfinderId),
  );
  router.serve(scopeCalls.removePathfinderLeague, ({ params, ...by }) =>
    removeScope(db, by, params.pathfinderId, params.leagueId),
  );
  router.serve(scopeCalls.updateLeaguePermissions, ({ body, params, ...by }) =>
    updatePermissions(db, by, {
      pathfinderId: params.pathfinderId,
      leagueId: params.leagueId,
      permissions: body.permissions,
    }),
  );
  router.serve(scopeCalls.listPathfinders, () => getPathfinders(db));
}
