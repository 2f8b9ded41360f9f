import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import { buttonClasses } from '../ui/button-variants.ts';
import { LeagueEmblem } from '../ui/LeagueEmblem.tsx';
import './cohorts.css';
import { PlainText } from '../shared/markdown/Markdown.tsx';
import {
  $programme,
  type League,
  loadProgramme,
  NO_DATA,
  type Programme,
  pickModules,
  toCount,
} from './programme.ts';

export function Cohorts() {
  const state = useStore($programme);
  useEffect(() => {
    void loadProgramme();
  }, []);
  if (state.kind === 'loading') return <Waiting />;
  if (state.kind === 'failed') return <Failed message={state.message} />;
  if (state.kind === 'empty') return <Empty />;
  return <Open programme={state.programme} />;
}

function Waiting() {
  return (
    <div className="programme-waiting">
      <p role="status">Loading Learning Programs</p>
      <ul className="league-grid" data-count="many" aria-hidden="true">
        {[1, 2, 3].map((place) => (
          <li key={place} className="league-blank">
            <span />
            <span />
            <span />
            <span />
            <span />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <div className="programme-notice" role="alert">
      <h2>Unable to Load Programs</h2>
      <p>{message}</p>
      <p>Nothing is lost. The leagues are listed by our server, which did not give them to us just now.</p>
      <button
        type="button"
        className={buttonClasses('primary', 'medium', false)}
        onClick={() => location.reload()}
      >
        Retry Loading
      </button>
    </div>
  );
}

function Empty() {
  return (
    <div className="programme-notice" role="status">
      <h2>Programs Coming Soon</h2>
      <p>{NO_DATA}</p>
      <p>The next cohort and its leagues will be listed here as soon as they open.</p>
      <a className={buttonClasses('secondary', 'medium', false)} href="/events">
        See what happened so far
      </a>
    </div>
  );
}

function Open({ programme }: { programme: Programme }) {
  const count = programme.leagues.length;
  return (
    <>
      <div className="programme-head">
        {programme.description && <p className="programme-words">{programme.description}</p>}
        <ul className="programme-chips">
          <li>{toCount(count, 'learning path')}</li>
          <li>Industry Certificates</li>
        </ul>
      </div>
      <ul className="league-grid" data-count={count === 1 ? 'one' : count === 2 ? 'two' : 'many'}>
        {programme.leagues.map((league) => (
          <LeagueCard key={league.id} league={league} />
        ))}
        <li className="programme-start">
          <p className="programme-emblems" aria-hidden="true">
            {programme.leagues.map(({ id, name }) => (
              <span key={id} data-league={emblemFor(name)}>
                <LeagueEmblem league={name} variant="line" size={40} />
              </span>
            ))}
          </p>
          <p className="programme-call">
            {count > 0
              ? 'Pick a league and make an account.'
              : 'Make an account. Leagues appear here as soon as they open.'}
          </p>
          <a className={buttonClasses('primary', 'large', false)} href="/signin">
            Start Learning Today
          </a>
        </li>
      </ul>
    </>
  );
}

function LeagueCard({ league }: { league: League }) {
  const { shown, more } = pickModules(league.weeks);
  return (
    <li className="league-card" data-league={emblemFor(league.name)}>
      <div className="league-top">
        <LeagueEmblem league={league.name} variant="line" size={72} />
        <span className="league-open">Available Now</span>
      </div>
      <h2>
        <a href={`/signin?league=${encodeURIComponent(league.id)}`}>{league.name}</a>
      </h2>
      {league.description && (
        <p>
          <PlainText text={league.description} />
        </p>
      )}
      <p className="league-count">{toCount(league.weeks.length, 'module')}</p>
      {shown.length > 0 && (
        <ol className="league-modules">
          {shown.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className="league-more">
          +{more} more {more === 1 ? 'module' : 'modules'} included
        </p>
      )}
      <ul className="league-extras">
        <li>Community Access</li>
        <li>Certificate</li>
      </ul>
    </li>
  );
}
