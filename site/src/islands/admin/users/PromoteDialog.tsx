import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { UserRow, UserState } from '#contract/admin-users.ts';
import { PERMISSIONS, type Permissions } from '#contract/roles.ts';
import { toLoadFailure, toSentences } from '#site/islands/shared/action/failures.ts';
import { FormDialog } from '#site/islands/shared/form/FormDialog.tsx';
import { FormFailure } from '#site/islands/shared/form/FormFailure.tsx';
import { type QueryState, useQuery } from '#site/islands/shared/query/query.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Checkbox } from '#site/islands/ui/Checkbox.tsx';
import { toRoleText } from '#site/labels.ts';
import { leagueList } from '../data/league-list.ts';
import { type LeagueTick, LeagueTicks } from '../form/LeagueTicks.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import {
  createPromotionForm,
  isPathfinder,
  type PathfinderRole,
  PERMISSION_LABELS,
  type PromotionValues,
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
  const loaded = useQuery(leagueList);
  const [form] = useState(() => createPromotionForm({ user, role, onChanged, onSaved: onClose }));
  const { values, errors, busy } = useStore(form.$form);
  const { promotion } = values;
  const change = (changes: Partial<PromotionValues>) =>
    form.change('promotion', { ...promotion, ...changes });
  const isNew = !isPathfinder(user.role);
  return (
    <FormDialog
      title={isNew ? `Promote ${user.name} to ${toRoleText(role)}` : `Leagues of ${user.name}`}
      description={
        isNew
          ? 'Choose the leagues they look after, and what they may do in them.'
          : 'The leagues chosen here replace the current ones.'
      }
      form={form}
      submitLabel={isNew ? 'Confirm Promotion' : 'Save Leagues'}
      busyLabel={isNew ? 'Promoting…' : 'Saving…'}
      canSubmit={loaded.data !== null}
      // Nothing here is typed.
      autoFilledFields={['promotion']}
      onClose={onClose}
    >
      <FormFailure>{errors.promotion}</FormFailure>
      <LeagueChoices
        loaded={loaded}
        chosen={promotion.leagueIds}
        disabled={busy}
        onChange={(leagueIds) => change({ leagueIds })}
      />
      <PermissionTicks
        legend="Permissions in every chosen league"
        permissions={promotion.permissions}
        disabled={busy}
        onChange={(permissions) => change({ permissions })}
      />
      {promotion.leagueIds.length > 1 ? (
        <details open={Object.keys(promotion.own ?? {}).length > 0}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-strong underline decoration-line-strong underline-offset-4">
            Other permissions in some of them
          </summary>
          <div className="mt-2 grid gap-4 border-l-2 border-line pl-4">
            {toScopes(promotion).map(({ leagueId, ...permissions }) => (
              <PermissionTicks
                key={leagueId}
                legend={loaded.data?.find((league) => league.id === leagueId)?.name ?? 'Another league'}
                permissions={permissions}
                disabled={busy}
                isShort
                onChange={(own) => change({ own: { ...promotion.own, [leagueId]: own } })}
              />
            ))}
          </div>
        </details>
      ) : null}
    </FormDialog>
  );
}

/** Shown with a label if the leagues cannot be loaded; they cannot be confirmed. */
const SAMPLE_LEAGUES: readonly LeagueTick[] = ['Finance', 'Quantum', 'ML', 'Soft Skills'].map((name) => ({
  id: `sample-${name.toLowerCase().replace(' ', '-')}`,
  name,
  cohort: { name: 'Sample' },
}));

interface ChoicesProps {
  loaded: QueryState<readonly LeagueTick[]>;
  chosen: readonly string[];
  disabled: boolean;
  onChange: (leagueIds: readonly string[]) => void;
}

function LeagueChoices({ loaded: { data, error, isLoading }, chosen, disabled, onChange }: ChoicesProps) {
  if (!data && !error) return <ListSkeleton label="Loading leagues..." />;
  return (
    <fieldset className="grid gap-3" disabled={disabled}>
      <legend className="mb-2 text-sm font-semibold text-strong">
        Leagues{chosen.length > 0 ? ` (${chosen.length} chosen)` : ''}
      </legend>
      {chosen.length > 0 ? (
        <p className="-mt-2 text-sm text-muted wrap-anywhere">
          {(data ?? SAMPLE_LEAGUES)
            .filter(({ id }) => chosen.includes(id))
            .map(({ name }) => name)
            .join(', ')}
        </p>
      ) : null}
      {data ? null : (
        <Alert
          tone="warning"
          title="These are samples"
          action={
            <Button variant="secondary" size="small" busy={isLoading} onClick={leagueList.invalidate}>
              Load the leagues again
            </Button>
          }
        >
          {toSentences(
            ...(error ? [toLoadFailure('leagues', error)] : []),
            'Nothing can be confirmed with samples.',
          )}
        </Alert>
      )}
      <LeagueTicks
        leagues={data ?? SAMPLE_LEAGUES}
        isChosen={(id) => chosen.includes(id)}
        onToggle={({ id }) =>
          onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
        }
      >
        {({ name, cohort }) => (
          <span className="grid py-1 leading-tight">
            <span>
              {name}
              {data ? '' : ' (sample)'}
            </span>
            <span className="text-xs text-muted">{cohort.name}</span>
          </span>
        )}
      </LeagueTicks>
    </fieldset>
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
