import { useState } from 'react';
import type { LeaguePerson } from '#contract/people.ts';
import type { LeagueChoice } from '../access/own-leagues.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { createPersonForm, toChoices, toStudies } from './people-list.ts';

interface Props {
  person: LeaguePerson;
  leagues: readonly LeagueChoice[];
  onClose: () => void;
}

export function PersonDialog({ person, leagues, onClose }: Props) {
  const choices = toChoices(person, leagues);
  const [form] = useState(() => createPersonForm(person, choices, onClose));
  const isWaiting = person.status === 'PENDING';
  const about = [person.email, person.studentId, toStudies(person)].filter(Boolean).join(', ');
  return (
    <FormDialog
      title={`${isWaiting ? 'Approve' : 'Enroll'} ${person.name}`}
      description={isWaiting ? `${about}. They get an email that they can start.` : `${about}.`}
      form={form}
      submitLabel={isWaiting ? 'Approve' : 'Enroll'}
      busyLabel={isWaiting ? 'Approving…' : 'Enrolling…'}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="leagueId"
        label="League"
        required={!isWaiting}
        placeholder={isWaiting ? 'No league yet' : 'Choose a league'}
        hint={isWaiting ? 'Without a league they leave this list until someone enrolls them.' : undefined}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}
