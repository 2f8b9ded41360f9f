import {
  type AssignmentRow,
  type CreateAssignmentBody,
  createAssignment,
  deleteAssignment,
  listAssignments,
  type UpdateAssignmentBody,
  updateAssignment,
} from '#contract/assignments.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { type ConfirmedAction, createConfirmedAction } from '../action/confirmed-action.ts';
import { createWholeList } from '../data/whole-list.ts';
import { loadPages } from '../query/queries.ts';

const list = createWholeList({
  kind: 'assignments',
  load: () =>
    loadPages(async (page) => {
      const { assignments, pagination } = await callApi(listAssignments, { query: { page } });
      return { rows: assignments, pagination };
    }),
  create: (body: CreateAssignmentBody, idempotencyKey) => callApi(createAssignment, { body, idempotencyKey }),
  update: (id, body: UpdateAssignmentBody) => callApi(updateAssignment, { params: { id }, body }),
  remove: (id) => callApi(deleteAssignment, { params: { id } }),
});

/** Newest first; a league has at most one. The server refuses a removal if there are submissions. */
export const { query: assignmentList, add: addAssignment, change: changeAssignment } = list;

export function createAssignmentDeletion(): ConfirmedAction<AssignmentRow> {
  return createConfirmedAction<AssignmentRow>({
    action: 'delete assignment',
    run: list.remove,
    done: 'Assignment deleted',
  });
}
