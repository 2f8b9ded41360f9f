import type { Elysia } from 'elysia';
import { requireScope } from '../auth/actor.ts';
import * as calls from '../contract/assignments.ts';
import * as queueCalls from '../contract/review-queue.ts';
import { readPage, toPagination } from '../contract/shared.ts';
import * as submissionCalls from '../contract/submissions.ts';
import { findLeague, guardBody, guardMove, guardPath } from '../curriculum/scope.ts';
import { type Frame, type Guard, Reply } from '../endpoint.ts';
import * as claims from './claims.ts';
import { listQueue } from './queue.ts';
import { reviewSubmission } from './review.ts';
import * as service from './service.ts';
import * as submissions from './submissions.ts';

/** Contract 1.14: assignments, the answers to them, and their review. */
export function assignmentRoutes(frame: Frame): Elysia {
  const { db } = frame.deps;
  const app = frame.feature('assignments');
  serveLearners(frame, app);

  const guardAssignment = guardPath(
    db,
    service.findLeagueOfAssignment,
    calls.ASSIGNMENT_ERRORS.ASSIGNMENT_NOT_FOUND,
  );
  const guardSubmission = guardPath(
    db,
    submissions.findLeagueOfSubmission,
    calls.ASSIGNMENT_ERRORS.SUBMISSION_NOT_FOUND,
  );
  const guardLeague: Guard = ({ actor, params }) => requireScope(db, actor, params.leagueId ?? '', null);

  frame.serve(app, calls.listAssignments, ({ actor, query }) => service.listAssignmentRows(db, actor, query));
  frame.serve(
    app,
    calls.createAssignment,
    ({ body, ...by }) => service.createAssignment(db, by, body),
    guardBody(db, 'leagueId', findLeague),
  );
  frame.serve(
    app,
    calls.updateAssignment,
    ({ body, params, ...by }) => service.updateAssignment(db, by, params.id ?? '', body),
    guardMove(guardAssignment, guardBody(db, 'leagueId', findLeague)),
  );
  frame.serve(app, calls.deleteAssignment, async ({ params, ...by }) => {
    await service.deleteAssignment(db, by, params.id ?? '');
    return new Reply({ message: 'Assignment deleted' });
  });
  frame.serve(
    app,
    submissionCalls.getLeagueSubmissions,
    async ({ params, query }) => {
      const assignment = await service.getLeagueAssignmentRow(db, params.leagueId ?? '');
      const isPaged = query.page !== undefined || query.limit !== undefined;
      const page = isPaged ? readPage(query, queueCalls.QUEUE_PAGE_SIZE) : null;
      const rows = await submissions.listAssignmentSubmissions(db, assignment.id, page);
      const data = { ...assignment, submissions: rows };
      return page ? new Reply({ data, pagination: toPagination(page, assignment._count.submissions) }) : data;
    },
    guardLeague,
  );
  frame.serve(
    app,
    submissionCalls.submitAsStaff,
    ({ body, params, ...by }) => submissions.submitAsStaff(db, by, params.id ?? '', body),
    guardAssignment,
  );
  frame.serve(app, submissionCalls.listSubmissions, async ({ actor, query }) => {
    const { submissions: data, pagination } = await submissions.listSubmissions(db, actor, query);
    return new Reply({ data, pagination });
  });
  frame.serve(app, submissionCalls.getSubmission, ({ actor, params }) =>
    submissions.getSubmission(db, actor, params.id ?? ''),
  );
  frame.serve(
    app,
    submissionCalls.reviewSubmission,
    ({ body, params, ...by }) => reviewSubmission(frame.deps, by, params.id ?? '', body),
    guardSubmission,
  );
  serveQueue(frame, app, guardSubmission);
  return app;
}

/** What waits for a review, and who has it in hand. */
function serveQueue(frame: Frame, app: Elysia, guardSubmission: Guard): void {
  const { db } = frame.deps;
  frame.serve(app, queueCalls.listReviewQueue, ({ actor, query }) => listQueue(db, actor, query));
  frame.serve(
    app,
    queueCalls.claimNextSubmission,
    ({ body, ...by }) => claims.claimNext(db, by, body),
    guardBody(db, 'leagueId', findLeague),
  );
  frame.serve(
    app,
    queueCalls.claimSubmission,
    ({ params, ...by }) => claims.claimSubmission(db, by, params.id ?? ''),
    guardSubmission,
  );
  frame.serve(
    app,
    queueCalls.releaseSubmission,
    async ({ params, ...by }) => {
      await claims.releaseSubmission(db, by, params.id ?? '');
      return new Reply({ message: 'Submission released' });
    },
    guardSubmission,
  );
}

function serveLearners(frame: Frame, app: Elysia): void {
  const { db } = frame.deps;
  frame.serve(app, calls.getLeagueAssignment, ({ params }) =>
    service.getLeagueAssignment(db, params.leagueId ?? ''),
  );
  frame.serve(app, submissionCalls.listMySubmissions, ({ actor, query }) =>
    submissions.listMySubmissions(db, actor, query.userId),
  );
  frame.serve(
    app,
    submissionCalls.submitAssignment,
    ({ body, params, ...by }) => submissions.submitAssignment(db, by, params.assignmentId ?? '', body),
    ({ actor, params }) => submissions.requireSubmitter(db, actor, params.assignmentId ?? ''),
  );
}
