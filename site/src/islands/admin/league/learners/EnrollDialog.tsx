import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { listUsers } from '#contract/admin-users.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { useAccess } from '../../access/access.ts';
import { PeoplePicker } from '../../form/PeoplePicker.tsx';
import type { Outline } from '../outline.ts';
import { createEnrollForm, createEnrollmentSearch, ENROLL_MAX } from './learner-list.ts';

export function EnrollDialog({ league, onClose }: { league: Outline; onClose: () => void }) {
  const seesAccounts = useAccess()?.may(listUsers) === true;
  const [form] = useState(() => createEnrollForm(league, onClose));
  const [search] = useState(() => createEnrollmentSearch(league, seesAccounts));
  const count = useStore(form.$form).values.people.length;
  return (
    <FormDialog
      title={`Enroll in ${league.name}`}
      description={`They start in ${league.cohort.name} at once.`}
      form={form}
      submitLabel={count > 1 ? `Enroll ${count} people` : 'Enroll'}
      busyLabel="Enrolling…"
      onClose={onClose}
    >
      <PeoplePicker
        form={form}
        search={search}
        max={ENROLL_MAX}
        fullHint={`${ENROLL_MAX} people at a time. Enroll these first.`}
        hint={
          seesAccounts
            ? 'Type two letters of a name or an email.'
            : 'Type two letters of a name or an email of a learner in one of your leagues.'
        }
        noneText="No one found who is not enrolled yet."
      />
    </FormDialog>
  );
}
