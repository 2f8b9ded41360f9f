import { useStore } from '@nanostores/react';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { buttonClasses } from '../ui/button-variants.ts';
import type { CommitSource } from './commits.ts';
import { countContributors } from './contributors.ts';
import { Timeline } from './Timeline.tsx';
import { $updates, loadUpdates, showMoreUpdates, UPDATES_FAILED, type UpdatesState } from './updates.ts';
import './updates.css';

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
    <div className="updates-waiting">
      <p role="status">Loading updates...</p>
      {isEmpty && (
        <ul aria-hidden="true">
          {[1, 2, 3, 4, 5].map((place) => (
            <li key={place} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <div className="updates-notice" role="alert">
      <h2>{UPDATES_FAILED}</h2>
      {message && <p className="updates-message">{message}</p>}
      <p>The list comes from the public history of our code. It may be busy; a minute's wait often helps.</p>
      <button
        type="button"
        className={buttonClasses('primary', 'medium', false)}
        onClick={() => location.reload()}
      >
        Try again
      </button>
    </div>
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
        <p className="updates-note">
          {updates.length === 0
            ? 'No updates yet. The first change to the platform will be the first line here.'
            : 'Newest first, in the time of your own clock.'}
        </p>
      }
    >
      {isComplete && shown < updates.length && (
        <p className="updates-more">
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
        <p className="updates-shown" role="status">
          {Math.min(shown, updates.length).toLocaleString('en-US')} of {total}
        </p>
      )}
    </Timeline>
  );
}
