import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { buttonClasses } from '../ui/button-variants.ts';
import type { CommitSource, CommitUpdate } from './commits.ts';
import { countContributors } from './contributors.ts';
import { $updates, groupByDay, loadUpdates, showMoreUpdates, UPDATES_FAILED } from './updates.ts';
import './updates.css';

/** What changed on the platform, from the commits of its repositories (UPD-01 to -07). */
export function Updates({ source }: { source: CommitSource }) {
  const state = useStore($updates);
  useEffect(() => {
    void loadUpdates(source);
  }, [source]);
  if (state.kind === 'loading') return <Waiting />;
  if (state.kind === 'failed') return <Failed message={state.message} />;
  return <Timeline {...state} />;
}

function Waiting() {
  return (
    <div className="updates-waiting">
      <p role="status">Loading updates...</p>
      <ul aria-hidden="true">
        {[1, 2, 3, 4, 5].map((place) => (
          <li key={place} />
        ))}
      </ul>
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

interface TimelineProps {
  updates: CommitUpdate[];
  shown: number;
  isGrowing: boolean;
}

function Timeline({ updates, shown, isGrowing }: TimelineProps) {
  const contributors = countContributors(updates);
  return (
    <div className="updates-page">
      <aside>
        <p className="updates-total">
          <strong>{updates.length.toLocaleString('en-US')}</strong>{' '}
          {updates.length === 1 ? 'commit' : 'commits'}
        </p>
        {contributors.length > 0 && (
          <>
            <h2 className="updates-label">Contributors</h2>
            <ul className="updates-people">
              {contributors.map(({ username, commitCount }) => (
                <li key={username}>
                  <span>{username}</span>
                  <span>{commitCount}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </aside>
      <div>
        {updates.length === 0 && (
          <p>No updates yet. The first change to the platform will be the first line here.</p>
        )}
        {groupByDay(updates.slice(0, shown)).map(({ day, updates: ofDay }) => (
          <section key={day} className="updates-day">
            <h2>{day}</h2>
            <ol>
              {ofDay.map((update) => (
                <Entry key={update.id} update={update} />
              ))}
            </ol>
          </section>
        ))}
        {shown < updates.length && (
          <p className="updates-more">
            <button
              type="button"
              className={buttonClasses('secondary', 'medium', false)}
              aria-busy={isGrowing}
              onClick={showMoreUpdates}
            >
              View More
            </button>
            <span role="status">
              {Math.min(shown, updates.length)} of {updates.length.toLocaleString('en-US')}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function Entry({ update }: { update: CommitUpdate }) {
  return (
    <li className="update">
      <p className="update-summary">{update.summary}</p>
      <p className="update-facts">
        <span className="update-category" data-category={update.category}>
          {update.category}
        </span>
        <span>{update.repo}</span>
        <span>{update.author}</span>
        <span>{update.time}</span>
        <code>{update.commitHash}</code>
      </p>
    </li>
  );
}
