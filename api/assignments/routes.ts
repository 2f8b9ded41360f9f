import * as calls from '#contract/assignments.ts';
import * as queueCalls from '#contract/review-queue.ts';
import { readPage, toPagination } from '#contract/shared.ts';
import * as submissionCalls from '#contract/submissions.ts';
import { requireScope } from '../platform/access/actor.ts';
import type { Guard } from '../platform/access/guard.ts';
import { findLeague, guardBody, guardMove, guardPath } from '../platform/access/league-scope.ts';
import { Reply } from '../platform/http/reply.ts';
import type { ApiRouter } from '../platform/http/router.ts';
import * as claims from './claims.ts';
import { listQueue } from './queue.ts';
import { reviewSubmission } from './review.ts';
import * as service from './service.ts';
import * as submissions from './submissions.ts';

export function assignmentRoutes(router: ApiRouter): void {
  const { db } = router.deps;
  serveLearners(router);

  const guardAssignment = guardPath(db, {
    find: service.findLeagueOfAssignment,
    missing: calls.ASSIGNMENT_ERRORS.ASSIGNMENT_NOT_FOUND,
  });
  const guardSubmission = guardPath(db, {
    find: submissions.findLeagueOfSubmission,
    missing: calls.ASSIGNMENT_ERRORS.SUBMISSION_NOT_FOUND,
  });
  const guardLeague: Guard<{ leagueId: string }> = ({ actor, params }) =>
    requireScope(db, actor, params.leagueId, null);

  router.serve(calls.listAssignments, ({ actor, query }) => service.listAssignmentRows(db, actor, query));
  router.serve(
    calls.createAssignment,
    ({ body, ...by }) => service.createAssignment(db, by, body),
    guardBody(db, 'leagueId', findLeague),
  );
  router.serve(
    calls.updateAssignment,
    ({ body, params, ...by }) => service.updateAssignment(db, by, params.id, body),
    guardMove(guardAssignment, guardBody(db, 'leagueId', findLeague)),
  );
  router.serve(calls.deleteAssignment, ({ params, ...by }) => service.deleteAssignment(db, by, params.id));
  router.serve(
    submissionCalls.getLeagueSubmissions,
    async ({ params, query }) => {
      const assignment = await service.getLeagueAssignmentRow(db, params.leagueId);
      const isPaged = query.page !== undefined || query.limit !== undefined;
      const page = isPaged ? readPage(query, queueCalls.QUEUE_PAGE_SIZE) : null;
      const rows = await submissions.listAssignmentSubmissions(db, assignment.id, page);
      const data = { ...assignment, submissions: rows };
      return page ? new Reply({ data, pagination: toPagination(page, assignment._count.submissions) }) : data;
    },
    guardLeague,
  );
  router.serve(
    submissionCalls.submitAsStaff,
    ({ body, params, ...by }) => submissions.submitAsStaff(db, by, params.id, body),
    guardAssignment,
  );
  router.serve(submissionCalls.listSubmissions, async ({ actor, query }) => {
    const { submissions: data, pagination } = await submissions.listSubmissions(db, actor, query);
    return new Reply({ data, pagination });
  });
  router.serve(submissionCalls.getSubmission, ({ actor, params }) =>
    submissions.getSubmission(db, actor, params.id),
  );
  router.serve(
    submissionCalls.reviewSubmission,
    ({ body, params, ...by }) => reviewSubmission(router.deps, by, params.id, body),
    guardSubmission,
  );
  serveQueue(router, guardSubmission);
}

function serveQueue(router: ApiRouter, guardSubmission: Guard<{ id: string }>): void {
  const { db } = router.deps;
  router.serve(queueCalls.listReviewQueue, ({ actor, query }) => listQueue(db, actor, query));
  router.serve(
    queueCalls.claimNextSubmission,
    ({ body, ...by }) => claims.claimNext(db, by, body),
    guardBody(db, 'leagueId', findLeague),
  );
  router.serve(
    queueCalls.claimSubmission,
    ({ params, ...by }) => claims.claimSubmission(db, by, params.id),
    guardSubmission,
  );
  router.serve(
    queueCalls.releaseSubmission,
    ({ params, ...by }) => claims.releaseSubmission(db, by, params.id),
    guardSubmission,
  );
}

function serveLearners(router: ApiRouter): void {
  const { db } = router.deps;
  router.serve(calls.getLeagueAssignment, ({ params }) => service.getLeagueAssignment(db, params.leagueId));
  router.serve(submissionCalls.listMySubmissions, ({ actor, query }) =>
    submissions.listMySubmissions(db, actor, query.userId),
  );
  router.serve(
    submissionCalls.submitAssignment,
    ({ body, params, ...by }) => submissions.submitAssignment(db, by, params.assignmentId, body),
    ({ actor, params }) => submissions.requireSubmitter(db, actor, params.assignmentId),
  );
}
