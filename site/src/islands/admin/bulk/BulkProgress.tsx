import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { toNumber } from '#site/islands/shared/format/text.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { Dialog } from '#site/islands/ui/Dialog.tsx';
import { EmailText } from '#site/islands/ui/EmailText.tsx';
import { ProgressBar } from '#site/islands/ui/ProgressBar.tsx';
import { saveSheet } from '../list/csv-export.ts';
import { type BulkOutcome, type BulkRun, type BulkState, countOutcomes, groupReasons } from './bulk-run.ts';

/** Names shown per reason; the CSV file has all. */
const NAMED_MAX = 20;

export function BulkProgress({ bulk }: { bulk: BulkRun }) {
  const state = useStore(bulk.$bulk);
  const isRunning = state.state === 'running';
  useEffect(() => bulk.stop, [bulk]);
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);
  const main = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of state replaces the focused button
  useEffect(() => main.current?.focus(), [isRunning]);
  if (state.state === 'idle') return null;
  const { job, total, outcomes, failure, isStopping } = state;
  const { title, undo } = job;
  const { done: doneCount, left, skipped, failed } = countOutcomes(state);
  return (
    <Dialog
      open
      title={title}
      busy={isRunning}
      onClose={bulk.close}
      actions={
        isRunning ? (
          <Button ref={main} variant="secondary" onClick={bulk.stop} busy={isStopping} busyLabel="Stopping…">
            Stop
          </Button>
        ) : (
          <>
            {outcomes.length > 0 ? (
              <Button
                variant="ghost"
                className="me-auto sm:-ms-4"
                onClick={() => saveOutcomes(title, outcomes)}
              >
                Download list
              </Button>
            ) : null}
            {left > 0 ? (
              <Button variant="secondary" onClick={() => void bulk.resume()}>
                {failure ? 'Try again' : `Continue with the other ${toNumber(left)}`}
              </Button>
            ) : null}
            {undo && doneCount > 0 ? (
              <Button
                variant="secondary"
                onClick={() => {
                  bulk.close();
                  void bulk.start(
                    outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])),
                    undo,
                  );
                }}
              >
                Undo
              </Button>
            ) : null}
            <Button ref={main} onClick={bulk.close} data-first-focus>
              Done
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <ProgressBar
          label={title}
          value={(100 * outcomes.length) / total}
          valueText={`${outcomes.length} of ${total}`}
          withValue
        />
        <p role="status" className="font-semibold text-strong tabular-nums">
          {isRunning ? `${toNumber(outcomes.length)} of ${toNumber(total)}` : toSummary(state)}{' '}
          {!isRunning && failed > 0 ? (
            <span className="mt-1 block text-sm font-normal text-body">{toRemainder(failed + left)}</span>
          ) : null}
        </p>
        {failure ? (
          <Alert tone="danger" title="The run stopped">
            {failure} Finished changes are kept. Continuing does not repeat them.
          </Alert>
        ) : null}
        {failed > 0 ? (
          <Reasons title="Failed" tone="text-danger" groups={groupReasons(outcomes, 'failed')} />
        ) : null}
        {skipped > 0 && !isRunning ? (
          <Reasons title="Skipped" tone="text-strong" groups={groupReasons(outcomes, 'skipped')} />
        ) : null}
      </div>
    </Dialog>
  );
}

function toSummary(state: Exclude<BulkState, { state: 'idle' }>): string {
  const { done, skipped, failed, left } = countOutcomes(state);
  const { one, many } = state.job.done;
  return [
    `${toNumber(done)} ${done === 1 ? one : many}`,
    ...(skipped > 0 ? [`${toNumber(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${toNumber(failed)} failed`] : []),
    ...(left > 0 ? [`${toNumber(left)} left untouched`] : []),
  ].join(', ');
}

/** The selection may include unsuitable people. */
function toRemainder(count: number): string {
  return count === 1
    ? '1 of them stays selected so that you can try again.'
    : `${toNumber(count)} of them stay selected so that you can try again.`;
}

type Groups = ReturnType<typeof groupReasons>;

function Reasons({ title, tone, groups }: { title: string; tone: string; groups: Groups }) {
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4">
      <h3 className={`text-sm font-semibold ${tone}`}>{title}</h3>
      {groups.map(({ message, people }) => (
        <div key={message} className="grid gap-1 text-sm">
          <p className="text-body">
            <span className="font-semibold tabular-nums">{toNumber(people.length)}</span> · {message}
          </p>
          <ul className="grid gap-0.5 text-muted wrap-anywhere">
            {people.slice(0, NAMED_MAX).map((person) => (
              <li key={person.id}>{toPersonLabel(person)}</li>
            ))}
            {people.length > NAMED_MAX ? (
              <li>and {toNumber(people.length - NAMED_MAX)} more; the downloaded list has them all</li>
            ) : null}
          </ul>
        </div>
      ))}
    </section>
  );
}

function toPersonLabel({ id, name, email }: BulkOutcome) {
  if (name === null) return `Account ${id}`;
  return (
    <>
      {name} {/* Moves to the next line as a whole instead of breaking at a hyphen. */}
      <span className="inline-block max-w-full">
        (<EmailText email={email ?? ''} />)
      </span>
    </>
  );
}

function saveOutcomes(title: string, outcomes: readonly BulkOutcome[]): void {
  saveSheet(`${title.toLowerCase().replaceAll(' ', '-')}.csv`, [
    ['Name', 'E-mail', 'Outcome', 'Reason', 'User ID'],
    ...outcomes.map(({ id, name, email, outcome, message }) => [name, email, outcome, message, id]),
  ]);
}
