import { useId, useState } from 'react';
import type { UserRow } from '#contract/admin-users.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { ConfirmDialog, Dialog } from '#site/islands/ui/Dialog.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import { BulkBar } from '../shared/BulkBar.tsx';
import { BulkProgress } from '../shared/BulkProgress.tsx';
import { toLoadFailure } from '../shared/failures.ts';
import { useQuery } from '../shared/queries.ts';
import { leagueOptions } from './sample-leagues.ts';
import { type BulkActions, type LeagueChoice, withStatus } from './user-actions.ts';

interface Props {
  /** The accounts that are chosen, also those of other pages. */
  chosen: readonly UserRow[];
  bulk: BulkActions;
  onClear: () => void;
}

/** 'Approve 3 users', or the word alone when there is nobody for it. */
const toLabel = (verb: string, count: number) => (count === 0 ? verb : `${verb} ${people(count)}`);

const people = (count: number) => (count === 1 ? '1 user' : `${count} users`);

/** Approves, suspends or enrols the chosen accounts, those of them whom it fits, with progress. */
export function BulkTools({ chosen, bulk, onClear }: Props) {
  const [asked, setAsked] = useState<'approve' | 'suspend' | 'enroll' | null>(null);
  const waiting = withStatus(chosen, 'PENDING');
  const active = withStatus(chosen, 'ACTIVE');
  const close = () => setAsked(null);
  const left = (fitting: readonly UserRow[], why: string) =>
    chosen.length > fitting.length
      ? ` The other ${chosen.length - fitting.length} of the chosen ${why} and stay as they are.`
      : '';
  return (
    <>
      <BulkBar count={chosen.length} onClear={onClear}>
        <Button size="small" disabled={waiting.length === 0} onClick={() => setAsked('approve')}>
          {toLabel('Approve', waiting.length)}
        </Button>
        <Button
          size="small"
          variant="secondary"
          disabled={active.length === 0}
          onClick={() => setAsked('enroll')}
        >
          {toLabel('Enrol', active.length)}
        </Button>
        <Button
          size="small"
          variant="danger"
          disabled={active.length === 0}
          onClick={() => setAsked('suspend')}
        >
          {toLabel('Suspend', active.length)}
        </Button>
      </BulkBar>
      <ConfirmDialog
        open={asked === 'approve'}
        title={`Approve ${people(waiting.length)}`}
        confirmLabel={`Approve ${people(waiting.length)}`}
        variant="primary"
        onConfirm={() => {
          close();
          void bulk.approve.start(waiting);
        }}
        onCancel={close}
      >
        Each of them gets a message and can start learning.{left(waiting, 'do not wait for approval')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'suspend'}
        title={`Suspend ${people(active.length)}`}
        confirmLabel={`Suspend ${people(active.length)}`}
        onConfirm={() => {
          close();
          void bulk.suspend.start(active);
        }}
        onCancel={close}
      >
        They are signed out everywhere at once and get a message.{left(active, 'are not active')}
      </ConfirmDialog>
      {asked === 'enroll' ? (
        <EnrollDialog
          count={active.length}
          rest={left(active, 'are not active')}
          onClose={close}
          onEnroll={(league) => {
            close();
            void bulk.enroll.start(active.map((user) => ({ user, league })));
          }}
        />
      ) : null}
      <BulkProgress
        bulk={bulk.approve}
        title="Approve users"
        done={{ one: 'user approved', many: 'users approved' }}
      />
      <BulkProgress
        bulk={bulk.suspend}
        title="Suspend users"
        done={{ one: 'user suspended', many: 'users suspended' }}
      />
      <BulkProgress
        bulk={bulk.enroll}
        title="Enrol users"
        done={{ one: 'user enrolled', many: 'users enrolled' }}
      />
    </>
  );
}

interface EnrollProps {
  count: number;
  /** What happens to those who do not fit; starts with a space. */
  rest: string;
  onEnroll: (league: LeagueChoice) => void;
  onClose: () => void;
}

function EnrollDialog({ count, rest, onEnroll, onClose }: EnrollProps) {
  const id = useId();
  const { data, error, isLoading } = useQuery(leagueOptions);
  const [leagueId, setLeagueId] = useState('');
  const [fault, setFault] = useState<string>();
  const league = data?.find((option) => option.id === leagueId);
  return (
    <Dialog
      open
      title={`Enrol ${people(count)}`}
      description={`They find the league on their dashboard at once. Whoever is enrolled already is left as they are.${rest}`}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={!data}>
            Enrol {people(count)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (league) onEnroll(league);
          else setFault('Please choose a league');
        }}
      >
        {error && !data ? (
          <Alert
            tone="danger"
            action={
              <Button variant="secondary" size="small" busy={isLoading} onClick={leagueOptions.reload}>
                Try again
              </Button>
            }
          >
            {toLoadFailure('leagues', error)}
          </Alert>
        ) : null}
        <Field label="League" error={fault} required>
          <Select
            value={leagueId}
            placeholder={data ? 'Choose a league' : 'Loading leagues...'}
            disabled={!data}
            options={(data ?? []).map(({ id: value, name, cohort }) => ({
              value,
              label: `${name} (${cohort})`,
            }))}
            onChange={({ currentTarget }) => {
              setLeagueId(currentTarget.value);
              setFault(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
