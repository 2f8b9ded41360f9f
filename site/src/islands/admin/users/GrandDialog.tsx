import { useState } from 'react';
import { type UserRow, type UserState, updateUserRole } from '#contract/admin-users.ts';
import { callApi } from '#site/islands/shared/http/api.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { createStaffForm } from '../form/staff-form.ts';
import { TextField } from '../form/TextField.tsx';

interface Props {
  user: Pick<UserRow, 'id' | 'name'>;
  onChanged: (now: UserState) => void;
  onClose: () => void;
}

/** The API also asks for the password or passkey again. */
export function GrandDialog({ user, onChanged, onClose }: Props) {
  const [form] = useState(() => createGrandForm(user, onChanged, onClose));
  return (
    <FormDialog
      title={`Make ${user.name} a Grand Pathfinder`}
      description="A Grand Pathfinder can do everything here, including changing your role. This screen cannot take it back."
      form={form}
      submitLabel="Make Grand Pathfinder"
      submitVariant="danger"
      size="small"
      onClose={onClose}
    >
      <TextField form={form} name="typed" label={`Type “${user.name}” to confirm`} required />
    </FormDialog>
  );
}

function createGrandForm(user: Props['user'], onChanged: Props['onChanged'], onSaved: () => void) {
  return createStaffForm<{ typed: string }>({
    initial: { typed: '' },
    about: user.id,
    validate: ({ typed }) =>
      typed.trim() === user.name.trim() ? {} : { typed: `Please type “${user.name}”` },
    save: async () =>
      onChanged(await callApi(updateUserRole, { body: { userId: user.id, newRole: 'GRAND_PATHFINDER' } })),
    action: 'update user role',
    done: `${user.name} is now a Grand Pathfinder`,
    onSaved,
  });
}
