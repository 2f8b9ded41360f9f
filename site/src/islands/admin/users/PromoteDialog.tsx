import { useId, useRef, useState } from 'react';
import type { UserRow, UserState } from '#contract/admin-users.ts';
import { PERMISSIONS, type Permissions } from '#contract/roles.ts';
import { FormFailure } from '#site/islands/shared/form/FormFailure.tsx';
import { useQuery } from '#site/islands/shared/query/query.ts';
import { showToast } from '#site/islands/shared/toast/toast.ts';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { toRoleText } from '#site/labels.ts';
import { toActionFailure, toSentences } from '../action/failures.ts';
import { leagueList } from '../data/league-list.ts';
import { NOTHING_CHANGED } from '../form/staff-form.ts';
import { LeagueChoices } from './LeagueChoices.tsx';
import {
  findFault,
  HalfPromotion,
  hasSameScopes,
  isPathfinder,
  type PathfinderRole,
  PERMISSION_LABELS,
  type PromotionValues,
  promoteUser,
  readChangedMeanwhile,
  type Scope,
  toAssignments,
  toInitialValues,
  toScopes,
} from './promotion.ts';

interface Props {
  user: Pick<UserRow, 'id' | 'name' | 'role' | 'pathfinderScopes'>;
  /** Equal to the present role if only the leagues change. */
  role: PathfinderRole;
  /** Null if the resulting role is unknown. */
  onChanged: (now: UserState | null) => void;
  onClose: () => void;
}

export function PromoteDialog({ user, role, onChanged, onClose }: Props) {
  const id = useId();
  const loaded = useQuery(leagueList);
  const [values, setValues] = useState<PromotionValues>(() => toInitialValues(user.pathfinderScopes));
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isNew = !isPathfinder(user.role);
  /** The server refuses if someone else changed these. */
  const expectedScopes = useRef<readonly Scope[]>(user.pathfinderScopes);
  /** True if the role is already set and not sent again. */
  const isPromoted = useRef(!isNew);
  const change = (changes: Partial<PromotionValues>) => {
    setValues({ ...values, ...changes });
    setFailure(null);
  };

  const confirm = async () => {
    const fault = findFault(values);
    if (busy || fault || !loaded.data) return setFailure(fault);
    if (!isNew && hasSameScopes(expectedScopes.current, values)) {
      showToast({ text: NOTHING_CHANGED, tone: 'info' });
      return onClose();
    }
    setBusy(true);
    setFailure(null);
    try {
      const now = await promoteUser({
        userId: user.id,
        role: isPromoted.current ? null : role,
        assignments: toAssignments(values),
        expectedScopes: isNew ? null : expectedScopes.current,
      });
      showToast({
        text: isNew
          ? `${user.name} is now a ${toRoleText(role)}`
          : `The leagues of ${user.name} were changed`,
      });
      onChanged(now);
      onClose();
    } catch (error) {
      setBusy(false);
      const changed = readChangedMeanwhile(error);
      if (changed) {
        expectedScopes.current = changed;
        setValues(toInitialValues(changed));
        setFailure(
          `Nothing was saved: someone else has changed the leagues of ${user.name}. Theirs are shown now.`,
        );
        return onChanged(null);
      }
      const isHalf = error instanceof HalfPromotion;
      const message = toActionFailure(
        isNew ? 'promote user' : 'change leagues',
        isHalf ? error.cause : error,
      );
      setFailure(isHalf ? toSentences(message, error.message) : message);
      if (isHalf) {
        isPromoted.current = true;
        onChanged(null);
      }
    }
  };

  return (
    <Dialog
      open
      title={isNew ? `Promote ${user.name} to ${toRoleText(role)}` : `Leagues of ${user.name}`}
      description={
        isNew
          ? 'Choose the leagues they look after, and what they may do in them.'
          : 'The leagues chosen here replace the current ones.'
      }
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            busy={busy}
            busyLabel={isNew ? 'Promoting…' : 'Saving…'}
            disabled={!loaded.data}
          >
            {isNew ? 'Confirm Promotion' : 'Save Leagues'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <FormFailure>{failure}</FormFailure>
        <LeagueChoices
          loaded={loaded}
          chosen={values.leagueIds}
          disabled={busy}
          onChange={(leagueIds) => change({ leagueIds })}
        />
        <PermissionTicks
          legend="Permissions in every chosen league"
          permissions={values.permissions}
          disabled={busy}
          onChange={(permissions) => change({ permissions })}
        />
        {values.leagueIds.length > 1 ? (
          <details open={Object.keys(values.own ?? {}).length > 0}>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-strong underline decoration-line-strong underline-offset-4">
              Other permissions in some of them
            </summary>
            <div className="mt-2 grid gap-4 border-l-2 border-line pl-4">
              {toScopes(values).map(({ leagueId, ...permissions }) => (
                <PermissionTicks
                  key={leagueId}
                  legend={loaded.data?.find((league) => league.id === leagueId)?.name ?? 'Another league'}
                  permissions={permissions}
                  disabled={busy}
                  isShort
                  onChange={(own) => change({ own: { ...values.own, [leagueId]: own } })}
                />
              ))}
            </div>
          </details>
        ) : null}
      </form>
    </Dialog>
  );
}

interface TicksProps {
  legend: string;
  permissions: Permissions;
  disabled: boolean;
  isShort?: boolean;
  onChange: (permissions: Permissions) => void;
}

function PermissionTicks({ legend, permissions, disabled, isShort = false, onChange }: TicksProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-sm font-semibold text-strong">{legend}</legend>
      <div className={isShort ? 'flex flex-wrap gap-x-6' : 'grid gap-1'}>
        {PERMISSIONS.map((name) => (
          <Checkbox
            key={name}
            label={PERMISSION_LABELS[name].label}
            hint={isShort ? null : PERMISSION_LABELS[name].hint}
            checked={permissions[name]}
            onChange={({ currentTarget }) => onChange({ ...permissions, [name]: currentTarget.checked })}
          />
        ))}
      </div>
    </fieldset>
  );
}
