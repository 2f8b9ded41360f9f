import { type ReactNode, useState } from 'react';
import { type HoldRow, type NameChangeRow, REVOCATION_REASON_MAX_LENGTH } from '#contract/certificates.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { RetryButton } from '#site/islands/ui/RetryButton.tsx';
import { useQuery } from '../../shared/query/use-query.ts';
import { Opened } from '../action/Opened.tsx';
import { createOpening } from '../action/opening.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { Pager } from '../list/Pager.tsx';
import {
  createDecisionForm,
  createRequestList,
  type Decision,
  inOrder,
  toPaceText,
} from './certificate-requests.ts';

/** Name changes and held certificates that wait; nothing while none does. */
export function CertificateRequests() {
  const [requests] = useState(createRequestList);
  const { data, error } = useQuery(requests.query);
  const [decision] = useState(() => createOpening<Decision>());
  if (!data) {
    return error ? (
      <Alert
        tone="danger"
        title="What waits for a decision did not load"
        action={<RetryButton size="small" onRetry={() => void requests.query.ensure()} />}
      >
        The list below loads by itself.
      </Alert>
    ) : null;
  }
  const { pagination } = data;
  if (pagination.total === 0) return null;
  return (
    <section aria-labelledby="certificate-requests" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="certificate-requests" className="text-lg">
        Waiting for a decision
      </h2>
      <ul className="mt-3 grid gap-3">
        {inOrder(data).map((waiting) =>
          waiting.kind === 'hold' ? (
            <HoldRequest key={waiting.row.id} row={waiting.row} onDecide={decision.open} />
          ) : (
            <NameRequest key={waiting.row.id} row={waiting.row} onDecide={decision.open} />
          ),
        )}
      </ul>
      <div className="mt-3 empty:hidden">
        <Pager
          page={pagination.page}
          lastPage={pagination.totalPages}
          count={pagination.total}
          pageSize={pagination.limit}
          what="Requests"
          onTurn={requests.turnTo}
        />
      </div>
      <Opened opening={decision}>
        {(asked) => (
          <DecisionDialog
            decision={asked}
            onClose={decision.close}
            // The request that was decided is gone before the dialog gives the focus back.
            onSaved={() => void requests.query.refresh().then(decision.close)}
          />
        )}
      </Opened>
    </section>
  );
}

interface RequestProps<Row> {
  row: Row;
  onDecide: (decision: Decision) => void;
}

function HoldRequest({ row, onDecide }: RequestProps<HoldRow>) {
  return (
    <Request
      title={`${row.user.name}: certificate of ${row.title}`}
      actions={
        <>
          <Button
            size="small"
            className="max-md:min-h-11"
            onClick={() => onDecide({ kind: 'hold', row, outcome: 'ISSUED' })}
          >
            Issue<span className="sr-only"> to {row.user.name}</span>
          </Button>
          <Button
            size="small"
            variant="secondary"
            className="max-md:min-h-11"
            onClick={() => onDecide({ kind: 'hold', row, outcome: 'DECLINED' })}
          >
            Decline<span className="sr-only"> for {row.user.name}</span>
          </Button>
        </>
      }
    >
      <p>Ticked {toPaceText(row)}.</p>
      {row.appeal ? (
        <>
          <p className="mt-1 text-muted">
            Declined{row.declinedBy ? ` by ${row.declinedBy}` : ''}: {row.declinedReason}
          </p>
          <p className="mt-1 whitespace-pre-line">
            Appeal: <q dir="auto">{row.appeal}</q>
          </p>
        </>
      ) : null}
    </Request>
  );
}

function NameRequest({ row, onDecide }: RequestProps<NameChangeRow>) {
  return (
    <Request
      title={`${row.fromName}: another name on the certificate of ${row.title}`}
      actions={
        <>
          <Button
            size="small"
            className="max-md:min-h-11"
            onClick={() => onDecide({ kind: 'name', row, outcome: 'APPROVED' })}
          >
            Approve<span className="sr-only"> the name {row.toName}</span>
          </Button>
          <Button
            size="small"
            variant="secondary"
            className="max-md:min-h-11"
            onClick={() => onDecide({ kind: 'name', row, outcome: 'REFUSED' })}
          >
            Refuse<span className="sr-only"> the name {row.toName}</span>
          </Button>
        </>
      }
    >
      <p>
        New name: <strong dir="auto">{row.toName}</strong>
      </p>
      <p className="mt-1 text-muted" dir="auto">
        {row.reason}
      </p>
    </Request>
  );
}

function Request({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-md bg-sunken px-3 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <h3 className="text-base" dir="auto">
          {title}
        </h3>
        {children}
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </li>
  );
}

const LABELS = {
  APPROVED: { title: 'Approve the name', submit: 'Approve' },
  REFUSED: { title: 'Refuse the name', submit: 'Refuse' },
  ISSUED: { title: 'Issue the certificate', submit: 'Issue' },
  DECLINED: { title: 'Decline the certificate', submit: 'Decline' },
} as const;

interface DecisionProps {
  decision: Decision;
  onClose: () => void;
  onSaved: () => void;
}

function DecisionDialog({ decision, onClose, onSaved }: DecisionProps) {
  const [form] = useState(() => createDecisionForm(decision, onSaved));
  const { title, submit } = LABELS[decision.outcome];
  const isRefusal = decision.outcome === 'REFUSED' || decision.outcome === 'DECLINED';
  return (
    <ReasonDialog
      title={title}
      description={
        decision.kind === 'name'
          ? `${decision.row.fromName} becomes ${decision.row.toName}, for ${decision.row.title}.`
          : `${decision.row.user.name}, for ${decision.row.title}: ${toPaceText(decision.row)}.`
      }
      form={form}
      submitLabel={submit}
      submitVariant={isRefusal ? 'danger' : 'primary'}
      busyLabel="Saving…"
      onClose={onClose}
      hint="Mailed to the learner, and kept in the audit log."
      max={REVOCATION_REASON_MAX_LENGTH}
    />
  );
}
