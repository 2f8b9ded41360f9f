import { useStore } from '@nanostores/react';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import type { BulkRun } from './bulk-run.ts';

interface Props<Item> {
  bulk: BulkRun<Item>;
  /** 'Approve users'. */
  title: string;
  /** What happened to one item, and to several: 'user approved', 'users approved'. */
  done: { one: string; many: string };
}

/** How far a bulk action is, and what it could not do. */
export function BulkProgress<Item>({ bulk, title, done }: Props<Item>) {
  const state = useStore(bulk.$bulk);
  if (state.state === 'idle') return null;
  const { tried, total, failures } = state;
  const isRunning = state.state === 'running';
  const good = tried - failures.length;
  return (
    <Dialog
      open
      title={title}
      size="small"
      busy={isRunning}
      onClose={bulk.close}
      actions={
        isRunning ? (
          <Button variant="secondary" onClick={bulk.stop} disabled={state.isStopped}>
            {state.isStopped ? 'Stopping…' : 'Stop'}
          </Button>
        ) : (
          <Button onClick={bulk.close} data-first-focus>
            Done
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <ProgressBar
          label={title}
          value={(100 * tried) / total}
          valueText={`${tried} of ${total}`}
          withValue
        />
        <p role="status" className="tabular-nums">
          {isRunning ? `${tried} of ${total}` : `${good} ${good === 1 ? done.one : done.many}`}
          {!isRunning && tried < total ? `, ${total - tried} left untouched` : ''}
        </p>
        {failures.length > 0 ? (
          <div role="alert" className="grid gap-2">
            <p className="font-semibold text-danger">
              {failures.length === 1 ? '1 could not be done:' : `${failures.length} could not be done:`}
            </p>
            <ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
              {failures.map(({ label, message }) => (
                <li key={label}>
                  <strong>{label}</strong>: {message}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
