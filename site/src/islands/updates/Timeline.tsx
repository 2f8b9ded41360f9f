import type { ReactElement, ReactNode } from 'react';
import type { CommitUpdate } from './commits.ts';
import type { Contributor } from './contributors.ts';
import { groupByDay, toDayId } from './days.ts';

const PEOPLE_SHOWN = 12;

interface TimelineProps {
  /** '128', or '300+' if not all commits were counted. */
  total: string;
  contributors: readonly Contributor[];
  /** Newest first. */
  updates: readonly CommitUpdate[];
  note: ReactNode;
  children?: ReactNode;
}

export function Timeline({ total, contributors, updates, note, children }: TimelineProps): ReactElement {
  const days = groupByDay(updates);
  return (
    <div className="updates-page">
      <aside aria-label="In figures">
        <p className="updates-total">
          <strong>{total}</strong> {total === '1' ? 'commit' : 'commits'}
        </p>
        {contributors.length > 0 && <People contributors={contributors} />}
        {days.length > 1 && (
          <nav className="updates-days" aria-labelledby="updates-days">
            <h2 className="updates-label" id="updates-days">
              Days
            </h2>
            <ol>
              {days.map(({ day, updates: ofDay }) => (
                <li key={day}>
                  <a href={`#${toDayId(day)}`}>
                    {day || 'Undated'} <span>{ofDay.length}</span>
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </aside>
      <div>
        {note}
        {days.map((group) => (
          <Day key={group.day} {...group} />
        ))}
        {children}
      </div>
    </div>
  );
}

function People({ contributors }: { contributors: readonly Contributor[] }) {
  const [shown, others] = [contributors.slice(0, PEOPLE_SHOWN), contributors.slice(PEOPLE_SHOWN)];
  return (
    <section aria-labelledby="updates-people">
      <h2 className="updates-label" id="updates-people">
        Contributors
      </h2>
      <PeopleList people={shown} />
      {others.length > 0 && (
        <details className="updates-others">
          <summary>And {others.length} more</summary>
          <PeopleList people={others} />
        </details>
      )}
    </section>
  );
}

function PeopleList({ people }: { people: readonly Contributor[] }) {
  return (
    <ul className="updates-people">
      {people.map(({ username, commitCount }) => (
        <li key={username}>
          <span>{username}</span>
          <span>{commitCount}</span>
        </li>
      ))}
    </ul>
  );
}

export function Day({ day, updates }: { day: string; updates: readonly CommitUpdate[] }): ReactElement {
  return (
    <section className="updates-day" aria-labelledby={toDayId(day)}>
      <h2 id={toDayId(day)}>{day || 'Undated'}</h2>
      <ol>
        {updates.map((update) => (
          <Entry key={update.id} update={update} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ update }: { update: CommitUpdate }) {
  const { summary, category, repo, author, time, commitHash } = update;
  return (
    <li className="update">
      <p className="update-summary">{summary || 'No message'}</p>
      <p className="update-facts">
        <span className="update-category" data-category={category}>
          {category}
        </span>
        <span className="update-repo">{repo}</span>
        <span>{author}</span>
        <span className="update-when">
          <span>{time}</span> <code>{commitHash}</code>
        </span>
      </p>
    </li>
  );
}
