import { useState } from 'react';
import { awardBadge, type BadgeHolder, revokeBadge } from '#contract/badges.ts';
import { ban } from '#site/icons/states.ts';
import { createDialogState, DeferredDialog } from '#site/islands/shared/action/DeferredDialog.tsx';
import { toShortDate } from '#site/islands/shared/format/dates.ts';
import { toOwnPicture } from '#site/islands/shared/http/badge-picture.ts';
import { BadgePicture } from '#site/islands/ui/BadgePicture.tsx';
import { useAuth } from '../../shared/session/auth-hooks.ts';
import { useAccess } from '../access/access.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { DayCell, PersonCell } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import type { DataColumn } from '../list/data-table.ts';
import { RowButton } from '../list/RowButton.tsx';
import { useServedList } from '../list/served-list.ts';
import { BackLink, CreateButton, PageHeader } from '../page/PageHeader.tsx';
import { AwardDialog } from './AwardDialog.tsx';
import { revocationOf } from './badge-form.ts';
import { createHolderList, toGiverText } from './badge-list.ts';

const toColumns = (isFree: boolean): readonly DataColumn<BadgeHolder>[] => [
  {
    key: 'holder',
    header: 'Holder',
    isRowHeader: true,
    cell: ({ user }) => <PersonCell {...user} />,
  },
  {
    key: 'since',
    header: 'Since',
    cell: ({ earnedAt }) => <DayCell at={earnedAt} />,
  },
  {
    key: 'by',
    header: 'By',
    cell: (row) => (
      <span className="block max-w-48 wrap-anywhere" dir="auto">
        {toGiverText(row, isFree)}
      </span>
    ),
  },
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ reason }) => (
      <span className="block max-w-96 text-muted wrap-anywhere" dir="auto">
        {reason ?? '–'}
      </span>
    ),
  },
];
const OF_LEAGUE = toColumns(false);
const OF_NO_LEAGUE = toColumns(true);

interface Props {
  badgeId: string;
  /** Below the badge, on the page of its league. */
  isPart?: boolean;
}

export function BadgeHolders({ badgeId, isPart = false }: Props) {
  const access = useAccess();
  const { user } = useAuth();
  const [holders] = useState(() => createHolderList(badgeId));
  const { data, table } = useServedList(holders);
  const [awarding] = useState(() => createDialogState<true>());
  const [revoked] = useState(() => createDialogState<BadgeHolder>());
  // Reloads before the dialog returns the focus, because its opener may be gone.
  const renewBefore = (close: () => void) => () => void holders.query.refresh().then(close);
  const badge = data?.badge;
  const award =
    badge && access?.may(awardBadge) ? (
      <CreateButton onClick={() => awarding.open(true)}>Award Badge</CreateButton>
    ) : null;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-5">
        {badge && !isPart ? (
          <BadgePicture src={toOwnPicture(badge.imageUrl)} league={badge.league?.name ?? null} ownColor />
        ) : null}
        <div className="min-w-0 flex-1 basis-72">
          <PageHeader
            level={isPart ? 2 : 1}
            title={isPart ? 'Holders' : badge ? badge.name : 'Badge'}
            back={isPart ? null : <BackLink href="/admin/badges">All badges</BackLink>}
            counters={[{ label: 'Holders', value: badge?.holders }]}
            actions={badge && badge.holders > 0 ? award : null}
          >
            {badge && !isPart
              ? `${badge.league ? `League ${badge.league.name}.` : 'Not tied to a league.'} Created ${toShortDate(badge.createdAt)}. ${badge.description ?? ''}`
              : null}
          </PageHeader>
        </div>
      </div>
      <DataList
        many="holders"
        {...table}
        columns={badge?.league === null ? OF_NO_LEAGUE : OF_LEAGUE}
        rowKey={({ id }) => id}
        rowLabel={(row) => row.user.name}
        placeholder="Name, email or roll number"
        emptyTitle="No holders yet"
        emptyText={
          badge?.league
            ? 'Learners earn it by finishing the league, or you award it.'
            : 'Award it by hand, with a reason.'
        }
        emptyAction={award}
        noMatchTitle="No matching holders"
        actions={
          access?.may(revokeBadge)
            ? (row) =>
                row.user.id === user?.id ? null : (
                  <RowButton
                    label={`Revoke from ${row.user.name}`}
                    icon={ban}
                    word="Revoke"
                    danger
                    onClick={() => revoked.open(row)}
                  />
                )
            : undefined
        }
      />
      <DeferredDialog state={awarding}>
        {() =>
          badge ? (
            <AwardDialog badge={badge} onClose={awarding.close} onSaved={renewBefore(awarding.close)} />
          ) : null
        }
      </DeferredDialog>
      <DeferredDialog state={revoked}>
        {(row) => (
          <ReasonDialog
            {...revocationOf(badgeId, row)}
            title={`Revoke the badge of ${row.user.name}`}
            description={`${badge?.name} is removed from their dashboard and no longer counts on the leaderboard. It can be awarded again.`}
            submitLabel="Revoke"
            busyLabel="Revoking…"
            hint="Kept in the audit log."
            onClose={revoked.close}
            onSaved={renewBefore(revoked.close)}
          />
        )}
      </DeferredDialog>
    </div>
  );
}
