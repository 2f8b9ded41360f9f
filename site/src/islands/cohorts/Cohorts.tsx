import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import { PlainText } from '../shared/markdown/Markdown.tsx';
import { PublicNotice } from '../shared/PublicNotice.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { LeagueEmblem } from '../ui/LeagueEmblem.tsx';
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
    // Keeps the content below from moving when the leagues arrive. Without scripts nothing loads.
    <div className="min-h-svh noscript:hidden">
      <p role="status" className="mb-6 font-semibold text-muted">
        Loading Learning Programs
      </p>
      <ul className={toGrid(3)} aria-hidden="true">
        {[1, 2, 3].map((place) => (
          <li key={place} className="flex min-h-104 flex-col gap-3 rounded-lg bg-sunken p-6 *:bg-line">
            <span className="size-14 rounded-md" />
            <span className="mt-3 mb-1 h-7 w-3/5 rounded-sm" />
            <span className="h-[0.9rem] rounded-sm" />
            <span className="h-[0.9rem] rounded-sm" />
            <span className="h-[0.9rem] w-3/4 rounded-sm" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Failed({ message }: { message: string }) {
  return (
    <PublicNotice role="alert" title="Unable to Load Programs" message={message}>
      <p className="mt-[0.6rem]">
        Nothing is lost. The leagues are listed by our server, which did not give them to us just now.
      </p>
      <Button className="mt-6" onClick={() => location.reload()}>
        Retry Loading
      </Button>
    </PublicNotice>
  );
}

function Empty() {
  return (
    <PublicNotice role="status" title="Programs Coming Soon" message={NO_DATA}>
      <p className="mt-[0.6rem]">The next cohort and its leagues will be listed here as soon as they open.</p>
      <ButtonLink variant="secondary" className="mt-6" href="/events">
        See what happened so far
      </ButtonLink>
    </PublicNotice>
  );
}

const CHIP = 'rounded-[2rem] border-2 border-keyline px-[0.8rem] py-[0.15rem] font-semibold text-strong';

function toGrid(count: number): string {
  const columns =
    count === 1
      ? 'grid-cols-[minmax(0,30rem)] justify-center'
      : `grid-cols-1 sm:grid-cols-2 ${count === 2 ? '' : 'lg:grid-cols-3'}`;
  return `grid gap-6 ${columns}`;
}

function Open({ programme }: { programme: Programme }) {
  const count = programme.leagues.length;
  return (
    <>
      <div className="mb-8 grid gap-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
        {programme.description && (
          <p className="max-w-2xl text-[1.25rem] leading-[1.45]">{programme.description}</p>
        )}
        <ul className="flex flex-wrap gap-[0.6rem]">
          <li className={CHIP}>{toCount(count, 'learning path')}</li>
          <li className={CHIP}>Industry Certificates</li>
        </ul>
      </div>
      <ul className={toGrid(count)}>
        {programme.leagues.map((league) => (
          <LeagueCard key={league.id} league={league} />
        ))}
        <Start leagues={programme.leagues} />
      </ul>
    </>
  );
}

// Fills the rest of its row.
const REST_OF_TWO = 'sm:odd:col-span-full';
const REST_OF_THREE = 'lg:nth-[3n]:col-auto lg:nth-[3n+1]:col-span-full lg:nth-[3n+2]:col-span-2';

function Start({ leagues }: { leagues: readonly League[] }) {
  const count = leagues.length;
  const isInThree = count !== 1 && count !== 2;
  const isBroad = isInThree && count % 3 !== 2;
  return (
    <li
      className={`flex flex-col items-start gap-5 rounded-lg border-2 border-keyline p-6 ${count === 1 ? '' : REST_OF_TWO} ${isInThree ? REST_OF_THREE : ''}`}
    >
      <p
        className="programme-emblems mb-auto flex flex-wrap gap-x-4 gap-y-2 empty:hidden max-sm:w-full max-sm:max-w-88 max-sm:gap-[0.35rem]"
        aria-hidden="true"
      >
        {leagues.map(({ id, name }) => (
          <span
            key={id}
            data-league={emblemFor(name)}
            className="text-league max-sm:max-w-10 max-sm:flex-[1_1_1.75rem]"
          >
            <LeagueEmblem
              league={name}
              variant="line"
              size={40}
              className={`max-sm:h-auto max-sm:w-full ${isBroad ? 'lg:-ml-2 lg:size-18' : ''}`}
            />
          </span>
        ))}
      </p>
      <p className="max-w-[20ch] font-display text-[clamp(1.5625rem,1.2rem+1.6vw,2.75rem)] leading-[1.06] font-extrabold tracking-[-0.025em] text-balance text-strong">
        {count > 0
          ? 'Pick a league and make an account.'
          : 'Make an account. Leagues appear here as soon as they open.'}
      </p>
      <ButtonLink size="large" href="/signin">
        Start Learning Today
      </ButtonLink>
    </li>
  );
}

const DOT = 'before:mr-2 before:inline-block before:size-[0.6rem] before:rounded-full before:bg-league';

function LeagueCard({ league }: { league: League }) {
  const { shown, more } = pickModules(league.weeks);
  return (
    <li
      className="league-card group relative flex flex-col rounded-lg bg-league-tint p-6 wrap-anywhere"
      data-league={emblemFor(league.name)}
    >
      <div className="flex items-start justify-between text-league">
        {/* Aligns the drawing, without its padding, with the text. */}
        <LeagueEmblem league={league.name} variant="line" size={72} className="-mt-2 -ml-2" />
        <span className="rounded-sm bg-inverse px-[0.6rem] pt-[0.15rem] pb-[0.05rem] text-[0.8rem] font-semibold text-on-inverse">
          Available Now
        </span>
      </div>
      <h2 className="mt-4 mb-[0.4rem] text-[1.953rem] font-extrabold tracking-[-0.02em]">
        {/* Makes the whole card the link. */}
        <a
          href={`/signin?league=${encodeURIComponent(league.id)}`}
          className="group-hover:underline after:absolute after:inset-0 after:rounded-lg"
        >
          {league.name}
        </a>
      </h2>
      {league.description && (
        <p>
          <PlainText text={league.description} />
        </p>
      )}
      <p className="mt-[1.1rem] font-bold text-league">{toCount(league.weeks.length, 'module')}</p>
      {shown.length > 0 && (
        <ol className="mt-[0.4rem] [counter-reset:module]">
          {shown.map(({ id, name }) => (
            <li
              key={id}
              className="flex items-baseline gap-3 border-t border-league/25 py-2 leading-[1.4] text-strong [counter-increment:module] before:min-w-[1.1ch] before:font-display before:font-bold before:text-league before:content-[counter(module)]"
            >
              {name}
            </li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <p className="border-t border-league/25 pt-2 text-[0.9rem]">
          +{more} more {more === 1 ? 'module' : 'modules'} included
        </p>
      )}
      <ul className="mt-auto flex flex-wrap gap-x-5 gap-y-1 pt-5 text-[0.9rem] font-semibold text-strong">
        <li className={DOT}>Community Access</li>
        <li className={DOT}>Certificate</li>
      </ul>
    </li>
  );
}
