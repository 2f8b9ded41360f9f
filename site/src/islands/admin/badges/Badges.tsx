import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { createBadge, createFreeBadge, deleteBadge, FREE_BADGES, type StaffBadge } from '#contract/badges.ts';
import { ActionFailure } from '#site/islands/shared/action/ActionFailure.tsx';
import { createConfirmedAction } from '#site/islands/shared/action/confirmed-action.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { QuestionDialog } from '#site/islands/shared/action/QuestionDialog.tsx';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { type Access, useAccess, useOwnLeagues } from '../access/access.ts';
import { LeagueCell } from '../access/LeagueName.tsx';
import { toLeagueFilter } from '../content/league-filter.ts';
import { consumeNewParameter } from '../form/staff-form.ts';
import { countColumn, dayColumn } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { DeleteButton, EditButton } from '../list/RowButton.tsx';
import { useServedList } from '../list/served-list.ts';
import { CreateButton, PageHeader } from '../page/PageHeader.tsx';
import { BadgeDialog } from './BadgeDialog.tsx';
import { BadgeHolders } from './BadgeHolders.tsx';
import { createBadgeList, removeBadge } from './badge-list.ts';

const COLUMNS: readonly DataColumn<StaffBadge>[] = [
  {
    key: 'name',
    header: 'Badge',
    isRowHeader: true,
    cell: ({ name, description, imageUrl, league }) => (
      <span className="flex max-w-96 items-center gap-x-3 gap-y-1 max-md:flex-wrap">
        <BadgePicture src={toOwnPicture(imageUrl)} league={league?.name ?? null} size="small" ownColor />
        <span className="block min-w-0 max-md:flex-1 max-md:basis-32">
          <span className="block font-semibold text-strong wrap-anywhere" dir="auto">
            {name}
          </span>
          {description ? (
            <span className="line-clamp-2 text-sm font-normal text-muted wrap-anywhere" dir="auto">
              {description}
            </span>
          ) : null}
        </span>
      </span>
    ),
  },
  {
    key: 'league',
    header: 'League',
    cell: ({ league }) =>
      league ? <LeagueCell league={league} /> : <span className="text-muted">No league</span>,
  },
  countColumn('holders', 'Holders', ({ holders }) => holders),
  dayColumn('made', 'Made', ({ createdAt }) => createdAt),
];

export function Badges() {
  const [badgeId] = useState(() => new URLSearchParams(location.search).get('of'));
  return badgeId ? <BadgeHolders badgeId={badgeId} /> : <BadgeListScreen />;
}

function BadgeListScreen() {
  const access = useAccess();
  const leagues = useOwnLeagues().data;
  const [badges] = useState(createBadgeList);
  const { data, table } = useServedList(badges);
  const { filters } = useStore(badges.list.$list);
  const [edited] = useState(() =>
    createDialogState<StaffBadge | 'new'>(consumeNewParameter() ? 'new' : null),
  );
  const [deletion] = useState(() =>
    createConfirmedAction<StaffBadge>({
      action: 'delete badge',
      run: async (badge) => {
        await removeBadge(badge);
        // Removes the row before the dialog returns the focus.
        await badges.query.refresh();
      },
      done: 'Badge deleted',
    }),
  );
  const isGrand = access?.isGrand === true;
  const rowActions = useCallback(
    (row: StaffBadge) => (
      <>
        {mayIn(access, row, 'canManageUsers') ? (
          <ButtonLink
            href={`/admin/badges?of=${row.id}`}
            variant="secondary"
            size="small"
            className="max-md:min-h-11"
          >
            Holders<span className="sr-only"> of {row.name}</span>
          </ButtonLink>
        ) : null}
        {access?.may(createBadge) && mayIn(access, row, 'canCreateContent') ? (
          <EditButton name={row.name} onClick={() => edited.open(row)} />
        ) : null}
        {access?.may(deleteBadge) ? <DeleteButton name={row.name} onClick={() => deletion.ask(row)} /> : null}
      </>
    ),
    [access, deletion, edited],
  );
  const mayMake =
    access?.may(createFreeBadge) === true ||
    (access?.may(createBadge) === true && access.mayAnywhere('canCreateContent'));
  const mayAct =
    mayMake || access?.may(deleteBadge) === true || access?.mayAnywhere('canManageUsers') === true;
  const create = mayMake ? (
    <CreateButton onClick={() => edited.open('new')}>Create Badge</CreateButton>
  ) : null;
  return (
    <div className="grid gap-4">
      <PageHeader
        title="Badges"
        counters={[
          { label: 'Badges', value: data?.counts.total },
          ...(isGrand ? [{ label: 'No league', value: data?.counts.free }] : []),
          { label: 'Awarded', value: data?.counts.awards },
        ]}
        actions={data?.counts.total ? create : null}
      >
        Finishing a league awards its badge. You can also award or revoke one by hand.
      </PageHeader>
      <ActionFailure action={deletion} />
      <DataList
        many="badges"
        {...table}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        placeholder="Badge or league"
        filters={[
          toLeagueFilter([...(isGrand ? [{ id: FREE_BADGES, name: 'No league' }] : []), ...(leagues ?? [])]),
        ]}
        emptyTitle="No badges yet"
        emptyText={
          mayMake
            ? 'Create a badge for a league, or one without a league to award by hand.'
            : 'None of your leagues has one yet.'
        }
        emptyAction={create}
        noMatchTitle="No matching badges"
        actions={mayAct ? rowActions : undefined}
      />
      <DeferredDialog state={edited}>
        {(row) => (
          <BadgeDialog
            badge={row === 'new' ? null : row}
            leagueId={filters.leagueId ?? ''}
            onClose={edited.close}
          />
        )}
      </DeferredDialog>
      <QuestionDialog
        action={deletion}
        title={({ name }) => `Delete ${name}`}
        refusal={({ holders }) =>
          holders > 0
            ? `${holders === 1 ? '1 person holds it' : `${toNumber(holders)} people hold it`}, so it cannot be deleted. Revoke it from everyone first.`
            : null
        }
        question={({ name }) =>
          `Are you sure you want to delete the badge "${name}"? This action cannot be undone.`
        }
      />
    </div>
  );
}

function mayIn(
  access: Access | null,
  { league }: StaffBadge,
  permission: 'canCreateContent' | 'canManageUsers',
): boolean {
  if (!league) return access?.isGrand === true;
  return access?.mayIn(league.id, permission) === true;
}
