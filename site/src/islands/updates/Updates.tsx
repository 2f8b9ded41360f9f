import { useStore } from '@nanostores/react';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { PublicNotice } from '../shared/PublicNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClasses } from '../ui/button-variants.ts';
import type { CommitSource } from './commits.ts';
import { countContributors } from './contributors.ts';
import { NOTE, Timeline } from './Timeline.tsx';
import { $updates, loadUpdates, showMoreUpdates, UPDATES_FAILED, type UpdatesState } from './updates.ts';

interface Props {
  source: CommitSource;
  /** The build's snapshot, shown while the history loads. */
  children?: ReactNode;
}

export function Updates({ source, children }: Props): ReactElement {
  const state = useStore($updates);
  useEffect(() => {
    void loadUpdates(source);
  }, [source]);
  if (state.kind === 'ready') return <Live {...state} />;
  if (state.kind === 'failed') {
    const { message, newest } = state;
    return (
      <>
        <Failed message={message} />
        {newest ? (
          <Live updates={newest} shown={newest.length} isGrowing={false} isComplete={false} />
        ) : (
          children
        )}
      </>
    );
  }
  return (
    <>
      <Waiting isEmpty={!children} />
      {children}
    </>
  );
}

function Waiting({ isEmpty }: { isEmpty: boolean }) {
  return (
    // Keeps the footer from moving when the days arrive. Without scripts nothing loads.
    <div className={`noscript:hidden ${isEmpty ? 'min-h-svh' : ''}`}>
      <p role="status" className="font-semibold text-muted">
        Loading updates...
      </p>
      {isEmpty && (
        <ul className="mt-7 max-w-176 border-l-2 border-line" aria-hidden="true">
          {[1, 2, 3, 4, 5].map((place) => (
            <li key={place} className="grid gap-[0.6rem] py-[0.9rem] pl-7 *:h-4 *:rounded-sm *:bg-sunken">
              <span className="w-[70%]" />
              <span className="w-[45%]" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <PublicNotice role="alert" title={UPDATES_FAILED} message={message} className="mb-12">
      <p className="mt-[0.6rem]">
        The list comes from the public history of our code. It may be busy; a minute's wait often helps.
      </p>
      <Button className="mt-6" onClick={() => location.reload()}>
        Try again
      </Button>
    </PublicNotice>
  );
}

type LiveProps = Omit<Extract<UpdatesState, { kind: 'ready' }>, 'kind'>;

function Live({ updates, shown, isGrowing, isComplete }: LiveProps) {
  const total = `${updates.length.toLocaleString('en-US')}${isComplete ? '' : '+'}`;
  return (
    <Timeline
      total={total}
      contributors={countContributors(updates)}
      updates={updates.slice(0, shown)}
      note={
        <p className={NOTE}>
          {updates.length === 0
            ? 'No updates yet. The first change to the platform will be the first line here.'
            : 'Newest first, in the time of your own clock.'}
        </p>
      }
    >
      {isComplete && shown < updates.length && (
        <p className="pl-7">
          <button
            type="button"
            className={buttonClasses('secondary', 'medium', false)}
            aria-busy={isGrowing}
            onClick={showMoreUpdates}
          >
            View More
          </button>
        </p>
      )}
      {updates.length > 0 && (
        <p className="pt-3 pl-7 text-[0.9rem] text-muted" role="status">
          {Math.min(shown, updates.length).toLocaleString('en-US')} of {total}
        </p>
      )}
    </Timeline>
  );
}
