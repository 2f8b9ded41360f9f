import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StaffBadge } from '#contract/badges.ts';
import { REASON_MAX_LENGTH } from '#contract/constants.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { TextareaField } from '#site/islands/shared/form/TextareaField.tsx';
import { useAccess } from '../access/access.ts';
import { PeoplePicker } from '../form/PeoplePicker.tsx';
import { AWARD_PEOPLE_MAX, createAwardForm } from './badge-form.ts';
import { createCandidateSearch } from './badge-list.ts';

interface Props {
  badge: StaffBadge;
  onClose: () => void;
  onSaved: () => void;
}

export function AwardDialog({ badge, onClose, onSaved }: Props) {
  const isGrand = useAccess()?.isGrand === true;
  const [{ form, $partly }] = useState(() => createAwardForm(badge.id, onSaved));
  const partly = useStore($partly);
  const [search] = useState(() => createCandidateSearch(badge.id));
  const count = useStore(form.$form).values.people.length;
  return (
    <FormDialog
      title={`Award ${badge.name}`}
      description="Each person gets an email. The badge counts on the leaderboard at once."
      form={form}
      submitLabel={count > 1 ? `Award to ${count} people` : 'Award'}
      busyLabel="Awarding…"
      onClose={onClose}
    >
      <PeoplePicker
        form={form}
        search={search}
        max={AWARD_PEOPLE_MAX}
        fullHint={`${AWARD_PEOPLE_MAX} people at a time. Award these first.`}
        hint={
          isGrand
            ? 'Type two letters of a name or an email.'
            : 'Type two letters of a name or an email of someone enrolled in the league.'
        }
        noneText="No one found who can get this badge."
        status={partly}
      />
      <TextareaField
        form={form}
        name="reason"
        label="Reason"
        hint="Staff see it beside the holder and in the audit log. The learner sees it in their data."
        required
        rows={3}
        counterMax={REASON_MAX_LENGTH}
      />
    </FormDialog>
  );
}
