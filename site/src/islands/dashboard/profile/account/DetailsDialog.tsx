import { useState } from 'react';
import { PROFILE_NAME_MAX_LENGTH } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { AcademicFields } from '#site/islands/shared/account/AcademicFields.tsx';
import { useForm } from '#site/islands/shared/form/use-form.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import { createDetailsForm } from './profile-details.ts';

interface Props {
  user: User;
  onClose: () => void;
  onDone: () => void;
}

export function DetailsDialog({ user, onClose, onDone }: Props) {
  const [form] = useState(() => createDetailsForm(user, onDone));
  const bound = useForm(form);
  const { values, errors, failure, bind } = bound;
  return (
    <AccountDialog
      title="Edit profile"
      form={bound}
      failure={failure}
      submitLabel="Save"
      busyLabel="Saving…"
      onClose={onClose}
    >
      <Field
        label="Full name"
        hint="New certificates carry this name. Issued ones keep theirs."
        error={errors.name}
        required
      >
        <TextInput {...bind('name')} autoComplete="name" maxLength={PROFILE_NAME_MAX_LENGTH} />
      </Field>
      <AcademicFields values={values} errors={errors} bind={bind} />
    </AccountDialog>
  );
}
