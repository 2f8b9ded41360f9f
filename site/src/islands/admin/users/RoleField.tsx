import { useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import type { Role } from '#contract/roles.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { toRoleText } from '#site/labels.ts';
import { isPromotion, type PathfinderRole } from './promotion.ts';

/** docs/product.md OPEN-52 explains the missing roles. */
const GIVEN_ROLES = [
  'PIONEER',
  'LUMINARY',
  'PATHFINDER',
  'CHIEF_PATHFINDER',
  'GRAND_PATHFINDER',
] as const satisfies readonly Role[];

interface Props {
  user: Pick<UserRow, 'name' | 'role' | 'status'>;
  /** The new pathfinder's leagues must be chosen first. */
  onPromote: (role: PathfinderRole) => void;
  onUpdate: (role: Role) => void;
}

export function RoleField({ user, onPromote, onUpdate }: Props) {
  const [chosen, setChosen] = useState<Role>(user.role);
  const isActive = user.status === 'ACTIVE';
  const roles: readonly Role[] = (GIVEN_ROLES as readonly Role[]).includes(user.role)
    ? GIVEN_ROLES
    : [user.role, ...GIVEN_ROLES];
  const choose = (role: Role) => {
    if (isPromotion(user.role, role)) onPromote(role);
    else setChosen(role);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="Role"
        hint={isActive ? undefined : 'Only an active account can get another role.'}
        className="min-w-[min(12rem,60vw)] flex-1"
      >
        <Select
          value={chosen}
          disabled={!isActive}
          options={roles.map((role) => ({ value: role, label: toRoleText(role) }))}
          onChange={({ currentTarget }) => choose(currentTarget.value as Role)}
        />
      </Field>
      {isActive && chosen !== user.role ? (
        <Button onClick={() => onUpdate(chosen)} aria-label={`Update the role of ${user.name}`}>
          Update
        </Button>
      ) : null}
    </div>
  );
}
