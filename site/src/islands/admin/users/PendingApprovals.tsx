import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { AreaHeading } from '../shell/AreaHeading.tsx';
import {
  createPendingApprovals,
  type PendingApprovalsScreen,
  type PendingApprovals as State,
} from './pending-approvals.ts';

/** /admin/users: the accounts that wait for approval. */
export function PendingApprovals() {
  const [screen] = useState(() => createPendingApprovals());
  const approvals = useStore(screen.$approvals);
  useEffect(() => void screen.load(), [screen]);
  return (
    <div className="grid gap-6">
      <AreaHeading title="User Management">
        Accounts that wait for approval. Looking at everybody, changing roles and suspending accounts are not
        available yet in this version.
      </AreaHeading>
      {approvals.state === 'loading' ? <LoadingRows /> : null}
      {approvals.state === 'failed' ? (
        <ErrorState title={approvals.message} onRetry={() => void screen.load()}>
          Nothing was changed.
        </ErrorState>
      ) : null}
      {approvals.state === 'loaded' ? <PendingList screen={screen} approvals={approvals} /> : null}
    </div>
  );
}

interface ListProps {
  screen: PendingApprovalsScreen;
  approvals: Extract<State, { state: 'loaded' }>;
}

function PendingList({ screen, approvals }: ListProps) {
  const { users, total, approving, failure, approved } = approvals;
  const [asked, setAsked] = useState<UserRow | null>(null);
  const confirm = async () => {
    if (!asked) return;
    await screen.approve(asked);
    setAsked(null);
  };
  return (
    <>
      {failure ? <Alert tone="danger">{failure}</Alert> : null}
      <p role="status" className={approved ? 'font-medium text-success' : 'sr-only'}>
        {approved ? `${approved} is approved and can start learning.` : ''}
      </p>
      {users.length === 0 ? (
        <EmptyState title="Nobody is waiting">
          New accounts appear here as soon as they sign up. Approving one opens its dashboard.
        </EmptyState>
      ) : (
        <>
          <p className="text-sm text-muted tabular-nums">
            Showing {users.length} of {total} waiting
          </p>
          <Table
            caption="Accounts waiting for approval"
            className="[--table-top:var(--nav-height)]"
            density="compact"
            rows={users}
            rowKey={(user) => user.id}
            columns={[
              {
                key: 'user',
                header: 'User Details',
                isRowHeader: true,
                cell: (user) => <Person user={user} />,
              },
              { key: 'studies', header: 'Studies', cell: (user) => toStudies(user) },
              { key: 'steps', header: 'Steps done', cell: (user) => <Steps user={user} /> },
              { key: 'joined', header: 'Joined', cell: (user) => <Joined moment={user.createdAt} /> },
              {
                key: 'actions',
                header: 'Actions',
                align: 'end',
                bare: true,
                cell: (user) => (
                  <Button
                    size="small"
                    className="whitespace-nowrap"
                    aria-label={`Approve User ${user.name}`}
                    disabled={approving !== null}
                    onClick={() => setAsked(user)}
                  >
                    Approve User
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={`Approve ${asked?.name ?? ''}`}
        confirmLabel="Approve User"
        variant="primary"
        busy={approving !== null}
        busyLabel="Approving…"
        onConfirm={() => void confirm()}
        onCancel={() => setAsked(null)}
      >
        Are you sure you want to approve this user?
      </ConfirmDialog>
    </>
  );
}

function Person({ user }: { user: UserRow }) {
  return (
    <span className="flex min-w-0 items-center gap-3 md:py-1">
      <Avatar name={user.name} email={user.email} id={user.id} size={32} />
      <span className="grid min-w-0 leading-tight">
        <span className="font-semibold text-strong wrap-anywhere">{user.name}</span>
        <span className="text-xs text-muted wrap-anywhere">{user.email}</span>
      </span>
    </span>
  );
}

function toStudies({ department, institute }: UserRow): string {
  return [department, institute].filter(Boolean).join(', ') || 'Not given yet';
}

function Steps({ user }: { user: UserRow }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={user.migratedToV2 ? 'success' : 'neutral'}>
        {user.migratedToV2 ? 'Profile complete' : 'Profile open'}
      </Badge>
      <Badge tone={user.emailVerified ? 'success' : 'neutral'}>
        {user.emailVerified ? 'Email verified' : 'Email open'}
      </Badge>
    </span>
  );
}

const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

function Joined({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} className="whitespace-nowrap">
      {DAY.format(new Date(moment))}
    </time>
  );
}

function LoadingRows() {
  return (
    <Loading label="Loading users...">
      <div className="grid gap-2">
        {['a', 'b', 'c', 'd'].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </div>
    </Loading>
  );
}
