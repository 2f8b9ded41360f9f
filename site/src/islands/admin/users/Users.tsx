import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { shortName as productShortName } from '#content/site.json';
import { exportUsers, type UserRow } from '#contract/admin-users.ts';
import { USERS_PAGE_SIZE } from '#contract/constants.ts';
import type { Status } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import {
  createDialogState,
  DeferredDialog,
  type DialogState,
} from '#site/islands/shared/action/DeferredDialog.tsx';
import { toActionFailure } from '#site/islands/shared/action/failures.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Avatar } from '#site/islands/ui/Avatar.tsx';
import { RoleBadge, StatusBadge } from '#site/islands/ui/Badge.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import type { ButtonVariant } from '#site/islands/ui/button-variants.ts';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { toRoleText, toStatusText } from '#site/labels.ts';
import { countOf, toNumber } from '../../shared/format/text.ts';
import { ReasonDialog, type ReasonQuestion } from '../form/ReasonDialog.tsx';
import { DayCell } from '../list/cells.tsx';
import { DataList } from '../list/DataList.tsx';
import { type DataColumn, toFilter, toLabels } from '../list/data-table.ts';
import type { ListFilter } from '../list/ListToolbar.tsx';
import { isNarrowed } from '../list/list-state.ts';
import { useServedList } from '../list/served-list.ts';
import { ImportLink, PageHeader } from '../page/PageHeader.tsx';
import { BulkTools } from './BulkTools.tsx';
import { PromoteDialog } from './PromoteDialog.tsx';
import type { PathfinderRole } from './promotion.ts';
import { UserDialog } from './UserDialog.tsx';
import { GrandDialog, UserFailures, UserQuestions } from './UserDialogs.tsx';
import {
  createUserActions,
  createUserBulk,
  mayActivate,
  mayEditHere,
  type UserActions,
} from './user-actions.ts';
import {
  applyState,
  type Chosen,
  createUserList,
  findMatches,
  toCounters,
  type UserList,
} from './user-list.ts';
import { createUserQuestions } from './user-questions.ts';

const COLUMNS: readonly DataColumn<UserRow>[] = [
  {
    key: 'name',
    header: 'User Details',
    isRowHeader: true,
    sortable: true,
    cell: (user) => (
      <span className="flex min-w-0 items-center gap-x-3 gap-y-1 max-md:flex-wrap md:py-1">
        <Avatar name={user.name} email={user.email} id={user.id} size={32} />
        <span className="grid min-w-0 leading-tight max-md:flex-1 max-md:basis-24 md:min-w-36">
          <span className="font-semibold text-strong wrap-anywhere">{user.name}</span>
          <span className="text-xs text-muted">
            <EmailText email={user.email} />
          </span>
        </span>
      </span>
    ),
  },
  {
    key: 'role',
    header: 'Role & Status',
    bare: true,
    cell: ({ role, status }) => (
      <span className="flex flex-wrap gap-1.5">
        <RoleBadge role={role} />
        <StatusBadge status={status} />
      </span>
    ),
  },
  {
    key: 'olid',
    isWideOnly: true,
    header: `${productShortName} ID`,
    sortable: true,
    cell: ({ olid }) =>
      olid === null ? (
        <span className="text-faint">None yet</span>
      ) : (
        <span className="tabular-nums">{olid}</span>
      ),
  },
  {
    key: 'createdAt',
    header: 'Joined',
    sortable: true,
    cell: ({ createdAt }) => <DayCell at={createdAt} />,
  },
];

const FILTERS: readonly ListFilter[] = [
  toFilter('status', 'Status', toLabels(['ACTIVE', 'PENDING', 'SUSPENDED'], toStatusText)),
  toFilter('role', 'Role', toLabels(['PIONEER', 'PATHFINDER', 'CHIEF_PATHFINDER', 'LUMINARY'], toRoleText)),
  toFilter('migrated', 'Migration', { true: 'Migrated to V2', false: 'Not Migrated' }),
  toFilter('show', 'Show', { closed: 'To be erased', grand: 'Grand Pathfinders' }, 'Members'),
];

function toButton(word: string, whom: string, variant: ButtonVariant, onClick: () => void) {
  return (
    <Button
      size="small"
      variant={variant}
      className={variant === 'ghost' ? 'max-md:first:-ms-3' : ''}
      aria-label={`${word} ${whom}`}
      onClick={onClick}
    >
      {word}
    </Button>
  );
}

interface Promoting {
  user: UserRow;
  role: PathfinderRole;
}

export function Users({ user: own }: { user: User }) {
  const [users] = useState(() => createUserList());
  const [actions] = useState(() => createUserActions(users));
  const [questions] = useState(() => createUserQuestions(users));
  /** Accounts of all pages that were shown, as they are now. */
  const [known, setKnown] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const [selection, setSelection] = useState<ReadonlyMap<string, Status>>(new Map());
  // Failed and unanswered accounts stay selected for another try.
  const [bulk] = useState(() =>
    createUserBulk((settled) => {
      const gone = new Set(settled);
      setSelection((now) => new Map([...now].filter(([id]) => !gone.has(id))));
    }),
  );
  const [opened] = useState(() => createDialogState<string>());
  const [promoting] = useState(() => createDialogState<Promoting>());
  const [asked] = useState(() => createDialogState<ReasonQuestion>());
  const [raising] = useState(() => createDialogState<UserRow>());
  const { data, table } = useServedList(users);
  useEffect(() => {
    const rows = data?.users.map((user) => [user.id, user] as const) ?? [];
    setKnown((before) => new Map([...before, ...rows]));
  }, [data]);

  const rowActions = useCallback(
    (user: UserRow) => {
      const { name, status } = user;
      const mayEdit = mayEditHere(user);
      return (
        <>
          {status === 'PENDING' && mayEdit
            ? toButton('Approve', name, 'primary', () => actions.approval.ask(user))
            : null}
          {status === 'ACTIVE' && mayEdit
            ? toButton('Suspend', name, 'ghost', () => asked.open(questions.suspend(user)))
            : null}
          {mayActivate(status) && (mayEdit || user.closedAt)
            ? toButton('Activate', name, 'ghost', () => actions.activation.ask(user))
            : null}
          {toButton('Details', `of ${name}`, 'secondary', () => opened.open(user.id))}
        </>
      );
    },
    [actions, asked, opened, questions],
  );
  const chosen = [...selection].map(([id, status]) => ({ id, status: known.get(id)?.status ?? status }));
  const { filters, search } = useStore(users.list.$list);
  const asksForPending =
    !search.trim() &&
    Object.entries(filters).every(([name, value]) => !value || (name === 'status' && value === 'PENDING'));
  const pending = data?.counts.pending ?? 0;
  const isPageChosen = data?.users.every(({ id }) => selection.has(id)) === true;
  const choose = (rows: readonly Chosen[], isChosen: boolean) => {
    const next = new Map(selection);
    for (const { id, status } of rows) {
      if (isChosen) next.set(id, status);
      else next.delete(id);
    }
    setSelection(next);
  };
  return (
    <div className="grid gap-4">
      <PageHeader
        title="User Management"
        counters={toCounters(data?.counts)}
        actions={
          <>
            <ImportLink kind="users" />
            {pending > 0 && filters.status !== 'PENDING' ? (
              <Button onClick={() => users.list.filter('status', 'PENDING')}>
                Review {countOf(pending, 'pending user')}
              </Button>
            ) : null}
          </>
        }
      >
        Everyone with an account: approve, promote or suspend.
      </PageHeader>
      <Failures actions={actions} opened={opened} />
      {data?.note ? <Alert tone="info">Info: {data.note}</Alert> : null}
      <DataList
        many="users"
        {...table}
        pageSize={Math.max(USERS_PAGE_SIZE, data?.users.length ?? 0)}
        placeholder="Search users by name, email, or social handles..."
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        // No bulk action applies to Grand Pathfinders.
        selection={filters.show === 'grand' ? undefined : { chosen: selection, onChoose: choose }}
        onOpen={({ id }) => opened.open(id)}
        actions={rowActions}
        exportCall={exportUsers}
        emptyTitle="No users found"
        emptyText="No users have been registered yet."
        noMatchTitle={
          asksForPending ? 'No one is waiting for approval' : 'No users found matching your filters'
        }
      />
      <BulkTools chosen={chosen} bulk={bulk} onClear={() => setSelection(new Map())}>
        {isPageChosen && data.total > chosen.length ? (
          <EveryMatch
            users={users}
            count={toNumber(data.total)}
            onFound={(everybody) => choose(everybody, true)}
          />
        ) : null}
      </BulkTools>
      <DeferredDialog state={opened}>
        {(id) => {
          const user = known.get(id);
          return user ? (
            <UserDialog
              user={user}
              actions={actions}
              isOwn={user.id === own.id}
              onPromote={(role) => promoting.open({ user, role })}
              onAsk={(question) => asked.open(questions[question](user))}
              onRaise={() => raising.open(user)}
              onClose={opened.close}
            />
          ) : null;
        }}
      </DeferredDialog>
      <DeferredDialog state={asked}>
        {(question) => <ReasonDialog {...question} onClose={asked.close} />}
      </DeferredDialog>
      <DeferredDialog state={raising}>
        {(user) => (
          <GrandDialog user={user} onChanged={(now) => applyState(users, now)} onClose={raising.close} />
        )}
      </DeferredDialog>
      <DeferredDialog state={promoting}>
        {({ user, role }) => (
          <PromoteDialog
            user={user}
            role={role}
            onChanged={(now) => (now ? applyState(users, now) : users.query.invalidate())}
            onClose={promoting.close}
          />
        )}
      </DeferredDialog>
      <UserQuestions actions={actions} />
    </div>
  );
}

/** The open user dialog shows failures itself. */
function Failures({ actions, opened }: { actions: UserActions; opened: DialogState<string> }) {
  const isOpen = useStore(opened.$subject) !== null;
  return isOpen ? null : <UserFailures actions={actions} />;
}

interface EveryMatchProps {
  users: UserList;
  count: string;
  onFound: (everybody: readonly Chosen[]) => void;
}

function EveryMatch({ users, count, onFound }: EveryMatchProps) {
  const list = useStore(users.list.$list);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isOffered = useRef(false);
  useEffect(() => {
    isOffered.current = true;
    return () => {
      isOffered.current = false;
    };
  }, []);
  const find = async () => {
    const asked = users.$params.get();
    setBusy(true);
    setFailure(null);
    try {
      const everybody = await findMatches(asked);
      // The search or the choice changed meanwhile.
      if (!isOffered.current || users.$params.get() !== asked) return;
      document.getElementById('chosen-rows')?.focus({ preventScroll: true });
      onFound(everybody);
    } catch (error) {
      setFailure(toActionFailure('choose them all', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="-ms-3 text-start! underline underline-offset-3"
        busy={busy}
        busyLabel="Choosing…"
        onClick={() => void find()}
      >
        {isNarrowed(list) ? `Choose all ${count} who match these filters` : `Choose all ${count} users`}
      </Button>
      {failure ? (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </>
  );
}
