import {
  ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
  ASSIGNMENT_TITLE_MAX_LENGTH,
  type AssignmentRow,
  type CreateAssignmentBody,
  MOMENT_YEAR_MAX,
  MOMENT_YEAR_MIN,
  parseMoment,
} from '#contract/assignments.ts';
import type { AssignmentField } from '#contract/curriculum-fields.ts';
import { cleanProse, lengthOf, toTooLong } from '#contract/text.ts';
import type { FieldErrors, Form } from '#site/islands/shared/form/form.ts';
import { fromLocalInput, toLocalInput } from '../form/local-time.ts';
import { createEditorForm } from '../form/staff-form.ts';
import { assignmentList } from './assignment-list.ts';

/** `dueDate` is local time, '' for none. */
export type AssignmentValues = Record<AssignmentField | 'leagueId', string>;

interface Begin {
  assignment: AssignmentRow | null;
  leagueId: string;
  onSaved: () => void;
}

export const ASSIGNMENT_INCOMPLETE = 'Title, description, and league are required';

export function createAssignmentForm({ assignment, leagueId, onSaved }: Begin): Form<AssignmentValues> {
  return createEditorForm({
    draftId: assignment?.id ?? null,
    initial: {
      title: assignment?.title ?? '',
      description: assignment?.description ?? '',
      leagueId: assignment?.leagueId ?? leagueId,
      dueDate: toLocalInput(assignment?.dueDate ?? null),
    },
    validate: validateAssignment,
    action: assignment ? 'update assignment' : 'create assignment',
    done: assignment ? 'Assignment saved' : 'Assignment created',
    fieldFailures: {
      ASSIGNMENT_EXISTS: { leagueId: 'Choose a league that has no assignment yet' },
      ASSIGNMENT_LEAGUE_NOT_FOUND: { leagueId: 'Choose another league' },
      LEAGUE_OUT_OF_SCOPE: { leagueId: 'Choose a league that you work in' },
    },
    toBody,
    create: assignmentList.create,
    update: assignmentList.update,
    onSaved,
  });
}

function toBody(values: AssignmentValues): Required<CreateAssignmentBody> {
  return {
    ...values,
    title: values.title.trim(),
    description: cleanProse(values.description),
    dueDate: fromLocalInput(values.dueDate),
  };
}

/** True if saving would newly set a due date in the past. */
export function setsPastDueDate(
  values: AssignmentValues,
  before: AssignmentValues,
  now = Date.now(),
): boolean {
  const moment = fromLocalInput(values.dueDate);
  if (moment === null || values.dueDate === before.dueDate) return false;
  return Date.parse(moment) < now && Object.keys(validateAssignment(values)).length === 0;
}

/** One sentence covers all missing fields; it appears at the first of them. */
export function validateAssignment(values: AssignmentValues): FieldErrors<AssignmentValues> {
  const { title, description, leagueId, dueDate } = values;
  const errors: FieldErrors<AssignmentValues> = {};
  const missing = (
    [
      ['title', title, 'Add a title'],
      ['description', description, 'Add a description'],
      ['leagueId', leagueId, 'Choose a league'],
    ] as const
  ).filter(([, value]) => !value.trim());
  for (const [index, [name, , message]] of missing.entries()) {
    errors[name] = index === 0 ? ASSIGNMENT_INCOMPLETE : message;
  }
  if (lengthOf(title.trim()) > ASSIGNMENT_TITLE_MAX_LENGTH) {
    errors.title = toTooLong('Title', ASSIGNMENT_TITLE_MAX_LENGTH);
  }
  if (lengthOf(description.trim()) > ASSIGNMENT_DESCRIPTION_MAX_LENGTH) {
    errors.description = toTooLong('Description', ASSIGNMENT_DESCRIPTION_MAX_LENGTH);
  }
  const moment = fromLocalInput(dueDate);
  if (dueDate && (!moment || !parseMoment(moment)))
    errors.dueDate = `Choose a date from ${MOMENT_YEAR_MIN} to ${MOMENT_YEAR_MAX}`;
  return errors;
}
