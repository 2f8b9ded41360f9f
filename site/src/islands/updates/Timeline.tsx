import type { ReactElement, ReactNode } from 'react';
import type { Category } from './categories.ts';
import type { CommitUpdate } from './commits.ts';
import type { Contributor } from './contributors.ts';
import { groupByDay, toDayId } from './days.ts';

const PEOPLE_SHOWN = 12;

export const NOTE = 'updates-note pb-7 text-muted';
/** The summary of a `group`. */
export const SUMMARY =
  "w-fit py-[0.6rem] font-semibold text-strong before:inline-block before:w-[1.1rem] before:font-display before:font-extrabold before:content-['+'] group-open:before:content-['−']";
const LABEL = 'mt-7 mb-2 text-[0.9rem] text-muted';

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
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_16rem] lg:gap-20">
      <aside
        aria-label="In figures"
        className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 lg:self-start"
      >
        <p className="text-muted">
          <strong className="block font-display text-[3.052rem] leading-none font-extrabold tracking-[-0.03em] tabular-nums">
            {total}
          </strong>{' '}
          {total === '1' ? 'commit' : 'commits'}
        </p>
        {contributors.length > 0 && <People contributors={contributors} />}
        {days.length > 1 && (
          <nav className="hidden lg:block" aria-labelledby="updates-days">
            <h2 className={LABEL} id="updates-days">
              Days
            </h2>
            <ol className="max-h-[max(10rem,calc(100vh-30rem))] overflow-y-auto border-l-2 border-line">
              {days.map(({ day, updates: ofDay }) => (
                <li key={day}>
                  <a
                    href={`#${toDayId(day)}`}
                    className="-ml-[2px] flex justify-between gap-4 border-l-2 border-transparent py-[0.3rem] pl-4 text-[0.9375rem] leading-[1.4] text-body hover:border-keyline hover:text-strong"
                  >
                    {day || 'Undated'} <span className="text-muted tabular-nums">{ofDay.length}</span>
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
      <h2 className={LABEL} id="updates-people">
        Contributors
      </h2>
      <PeopleList people={shown} />
      {others.length > 0 && (
        <details className="group">
          <summary className={`${SUMMARY} text-[0.9rem]`}>And {others.length} more</summary>
          <PeopleList people={others} />
        </details>
      )}
    </section>
  );
}

function PeopleList({ people }: { people: readonly Contributor[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {people.map(({ username, commitCount }) => (
        <li
          key={username}
          className="flex max-w-full gap-2 rounded-[2rem] border border-line bg-surface px-[0.7rem] py-[0.1rem] text-[0.9rem] text-strong wrap-anywhere"
        >
          <span>{username}</span>
          <span className="text-muted tabular-nums">{commitCount}</span>
        </li>
      ))}
    </ul>
  );
}

export function Day({ day, updates }: { day: string; updates: readonly CommitUpdate[] }): ReactElement {
  return (
    <section
      className="updates-day relative border-l-2 border-line-strong pb-9 pl-7 last-of-type:border-transparent last-of-type:[border-image:linear-gradient(var(--line-strong),transparent)_1]"
      aria-labelledby={toDayId(day)}
    >
      <h2
        id={toDayId(day)}
        className="scroll-mt-24 text-[1.25rem] tabular-nums before:absolute before:top-[0.15rem] before:left-[calc(-0.5rem-1px)] before:size-4 before:rounded-full before:border-3 before:border-keyline before:bg-brand"
      >
        {day || 'Undated'}
      </h2>
      <ol>
        {updates.map((update) => (
          <Entry key={update.id} update={update} />
        ))}
      </ol>
    </section>
  );
}

const OTHER_LOOK = 'bg-sunken text-body';
const CATEGORY_LOOKS: Partial<Record<Category, string>> = {
  Features: 'bg-success-tint text-success',
  'Bug Fixes': 'bg-danger-tint text-danger',
  Documentation: 'bg-info-tint text-info',
  DevOps: 'bg-(--iot-tint) text-(--iot)',
  Database: 'bg-(--iot-tint) text-(--iot)',
  Authentication: 'bg-pathfinder-tint text-pathfinder',
  'Admin Panel': 'bg-pathfinder-tint text-pathfinder',
  'Learning Platform': 'bg-warning-tint text-warning',
  Gamification: 'bg-warning-tint text-warning',
  'UI Components': 'bg-(--soft-skills-tint) text-(--soft-skills)',
};

function Entry({ update }: { update: CommitUpdate }) {
  const { summary, category, repo, author, time, commitHash } = update;
  return (
    <li className="update border-b border-line py-[0.9rem] last:border-b-0">
      <p className="update-summary leading-[1.4] font-semibold text-strong wrap-anywhere">
        {summary || 'No message'}
      </p>
      <p className="mt-[0.35rem] flex flex-wrap items-center gap-x-[0.9rem] gap-y-[0.2rem] text-[0.9rem] text-muted">
        <span className={`rounded-sm px-[0.55rem] font-semibold ${CATEGORY_LOOKS[category] ?? OTHER_LOOK}`}>
          {category}
        </span>
        <span>{repo}</span>
        <span>{author}</span>
        <span className="flex items-baseline gap-[0.9rem] max-sm:basis-full">
          <span>{time}</span> <code>{commitHash}</code>
        </span>
      </p>
    </li>
  );
}
