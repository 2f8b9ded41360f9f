import { useState } from 'react';
import {
  ASSIGNMENT_DESCRIPTION_MAX_LENGTH,
  ASSIGNMENT_TITLE_MAX_LENGTH,
  type AssignmentRow,
} from '#contract/assignments.ts';
import { ASSIGNMENT_FIELDS } from '#contract/curriculum-fields.ts';
import { toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { SelectField } from '#site/islands/shared/form/SelectField.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { TextField } from '#site/islands/shared/form/TextField.tsx';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { useOwnLeagues } from '../access/access.ts';
import { toEditorLabels } from '../form/staff-form.ts';
import { createAssignmentForm, setsPastDueDate } from './assignment-form.ts';

interface Props {
  assignment: AssignmentRow | null;
  /** Existing assignments: a league can have only one. */
  assignments: readonly AssignmentRow[];
  leagueId: string;
  /** On the page of a league. */
  isLeagueFixed?: boolean;
  onClose: () => void;
}

export function AssignmentDialog({ assignment, assignments, leagueId, isLeagueFixed, onClose }: Props) {
  const { data: leagues, error } = useOwnLeagues('canCreateContent');
  const taken = new Set(assignments.filter(({ id }) => id !== assignment?.id).map((other) => other.leagueId));
  const [form] = useState(() =>
    createAssignmentForm({
      assignment,
      leagueId: taken.has(leagueId) ? '' : leagueId,
      onSaved: onClose,
    }),
  );
  return (
    <FormDialog
      {...toEditorLabels('Assignment', assignment === null)}
      form={form}
      confirmation={{
        isNeeded: (values) => setsPastDueDate(values, form.initial),
        title: 'Check the due date',
        question: 'This date has passed. Save anyway?',
        confirmLabel: 'Save anyway',
      }}
      onClose={onClose}
    >
      {error && !leagues && !isLeagueFixed ? (
        <Alert tone="danger">{toLoadFailure('leagues', error)}</Alert>
      ) : null}
      <TextField
        form={form}
        name="title"
        label={ASSIGNMENT_FIELDS.title.label}
        required
        counterMax={ASSIGNMENT_TITLE_MAX_LENGTH}
      />
      <TextareaField
        form={form}
        name="description"
        label={ASSIGNMENT_FIELDS.description.label}
        required
        rows={6}
        counterMax={ASSIGNMENT_DESCRIPTION_MAX_LENGTH}
        isMarkdown
      />
      {isLeagueFixed ? null : (
        <SelectField
          form={form}
          name="leagueId"
          label="League"
          required
          placeholder="Choose a league"
          hint="A league has one assignment"
          options={(leagues ?? (assignment ? [assignment.league] : [])).map(({ id, name }) => ({
            value: id,
            label: taken.has(id) ? `${name} (has one)` : name,
            disabled: taken.has(id),
          }))}
        />
      )}
      <TextField
        form={form}
        name="dueDate"
        label={ASSIGNMENT_FIELDS.dueDate.label}
        type="datetime-local"
        hint="In your time zone. Later answers are marked as late"
      />
    </FormDialog>
  );
}
