import {
  type AssignmentRow,
  createAssignment,
  deleteAssignment,
  listAssignments,
  updateAssignment,
} from '#contract/assignments.ts';
import { type ConfirmedAction, createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { createWholeList } from '../data/whole-list.ts';
import { loadPages } from '../query/queries.ts';

/** Newest first; a league has at most one. The server refuses a removal if there are submissions. */
export const assignmentList = createWholeList({
  kind: 'assignments',
  load: () =>
    loadPages(async (page) => {
      const { assignments, pagination } = await callApi(listAssignments, { query: { page } });
      return { rows: assignments, pagination };
    }),
  create: createAssignment,
  update: updateAssignment,
  remove: deleteAssignment,
});

export function createAssignmentDeletion(): ConfirmedAction<AssignmentRow> {
  return createConfirmedAction<AssignmentRow>({
    action: 'delete assignment',
    run: assignmentList.remove,
    done: 'Assignment deleted',
  });
}
