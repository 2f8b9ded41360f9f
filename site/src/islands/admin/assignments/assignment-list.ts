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
import { createStaffQuery, invalidate, loadPages } from '../query/queries.ts';

/** Newest first; a league has at most one. */
export const assignmentList = createStaffQuery<readonly AssignmentRow[]>('assignments', 'all', () =>
  loadPages(async (page) => {
    const { assignments, pagination } = await callApi(listAssignments, { query: { page } });
    return { rows: assignments, pagination };
  }),
);

export async function addAssignment(body: CreateAssignmentBody, idempotencyKey: string): Promise<void> {
  const added = await callApi(createAssignment, { body, idempotencyKey });
  assignmentList.change((rows) => [added, ...rows.filter(({ id }) => id !== added.id)]);
  invalidate('assignments');
}

export async function changeAssignment(id: string, body: UpdateAssignmentBody): Promise<void> {
  const changed = await callApi(updateAssignment, { params: { id }, body });
  assignmentList.change((rows) => rows.map((row) => (row.id === id ? changed : row)));
  invalidate('assignments');
}

/** The server refuses if the assignment has submissions. */
export async function removeAssignment({ id }: Pick<AssignmentRow, 'id'>): Promise<void> {
  await callApi(deleteAssignment, { params: { id } });
  assignmentList.change((rows) => rows.filter((row) => row.id !== id));
  invalidate('assignments');
}
