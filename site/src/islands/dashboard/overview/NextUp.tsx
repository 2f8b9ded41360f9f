import { type MouseEvent, useState } from 'react';
import { emblemFor } from '#contract/emblems.ts';
import type { NextUp as NextUpData } from '#contract/learning.ts';
import { arrowRight } from '#site/icons/arrows.ts';
import { revision as revisionIcon } from '#site/icons/learning.ts';
import { clock, warning } from '#site/icons/states.ts';
import { Badge } from '#site/islands/ui/Badge.tsx';
import { Button, ButtonLink } from '#site/islands/ui/Button.tsx';
import { Icon } from '#site/islands/ui/Icon.tsx';
import { LeagueEmblem } from '#site/islands/ui/LeagueEmblem.tsx';
import { SUBMISSION_STATUS_LABELS } from '#site/labels.ts';
import { countOf, toNumber } from '../../shared/format/text.ts';
import type { ActiveLeague } from '../data/dashboard.ts';
import { ASSIGNMENT_ANCHOR } from '../data/row.ts';
import { toDueText } from '../revision/due-texts.ts';
import { isScreenClick, leaguePath, openPath, PATHS } from '../routing/router.ts';

type Step = NextUpData['resources'][number];

const rowPath = ({ league, resource }: Step) => `${leaguePath(league.id)}#resource-${resource.id}`;

const assignmentPath = ({ id }: { id: string }) => `${leaguePath(id)}#${ASSIGNMENT_ANCHOR}`;

// Opens a row within the app; a plain link with a fragment would load the page.
function openRow(event: MouseEvent<HTMLAnchorElement>): void {
  const { origin, pathname, hash, target, download } = event.currentTarget;
  if (!isScreenClick(event.nativeEvent, { origin, pathname, hash: '', target, download }, location.origin))
    return;
  event.preventDefault();
  openPath(pathname + hash);
}

const SHOWN_AT_FIRST = 3;

export function NextUp({ nextUp, leagues }: { nextUp: NextUpData; leagues: readonly ActiveLeague[] }) {
  const [first, ...others] = nextUp.resources;
  const feedback = nextUp.assignments.filter(({ status }) => status === 'NEEDS_REVISION');
  const assignments = nextUp.assignments.filter((one) => !feedback.includes(one));
  const hasDuties = nextUp.revision.marked > 0 || assignments.length > 0;
  return (
    <section aria-labelledby="next-up" className="mt-6">
      <h2 id="next-up" className="sr-only">
        Next up
      </h2>
      {feedback.length > 0 ? <Feedback assignments={feedback} /> : null}
      <div
        className={`grid min-w-0 gap-5 ${hasDuties ? 'lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]' : ''}`}
      >
        <div className="min-w-0 rounded-lg border border-line bg-surface">
          {first ? <FirstStep step={first} /> : <NothingToDo leagues={leagues} />}
          {others.length > 0 ? <OtherSteps steps={others} /> : null}
        </div>
        {hasDuties ? (
          <div className="grid min-w-0 content-start gap-5">
            {assignments.length > 0 ? <Assignments assignments={assignments} /> : null}
            {nextUp.revision.marked > 0 ? <Revision revision={nextUp.revision} /> : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Feedback({ assignments }: { assignments: NextUpData['assignments'] }) {
  return (
    <ul aria-label="Feedback waiting" className="mb-5 grid gap-3">
      {assignments.map(({ id, title, league }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line border-l-4 border-l-warning bg-surface p-5"
        >
          <div className="min-w-0 flex-1 basis-56">
            <Badge tone="warning">{SUBMISSION_STATUS_LABELS.NEEDS_REVISION.words}</Badge>
            <p className="mt-1.5 font-semibold text-strong [overflow-wrap:anywhere]">{title}</p>
            <p className="mt-0.5 text-sm text-muted [overflow-wrap:anywhere]">
              A pathfinder gave you feedback in {league.name}. Improve your answer and resubmit it.
            </p>
          </div>
          <ButtonLink
            href={assignmentPath(league)}
            onClick={openRow}
            variant="secondary"
            className="max-sm:w-full"
          >
            Read feedback<span className="sr-only"> on {title}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

function FirstStep({ step }: { step: Step }) {
  const { league, week, section, resource } = step;
  return (
    <div
      data-league={emblemFor(league.name)}
      className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 sm:flex-nowrap sm:p-6"
    >
      <LeagueEmblem league={league.name} className="size-14 shrink-0 sm:size-16" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="line-clamp-2 text-sm font-semibold text-muted">
          <span className="marker">Next up</span>{' '}
          <span className="[overflow-wrap:anywhere]">in {league.name}</span>
        </p>
        <p className="mt-1.5 line-clamp-4 font-display text-lg sm:line-clamp-2 sm:text-xl font-bold leading-tight text-strong [overflow-wrap:anywhere]">
          {resource.title}
        </p>
        <p className="mt-1 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
          {week.name} · {section.name}
        </p>
      </div>
      <ButtonLink href={rowPath(step)} onClick={openRow} className="shrink-0 max-sm:w-full">
        Open
        <span className="sr-only">
          {' '}
          {resource.title} in {league.name}
        </span>
        <Icon path={arrowRight} size={18} />
      </ButtonLink>
    </div>
  );
}

function OtherSteps({ steps }: { steps: readonly Step[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? steps : steps.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="border-t border-line">
      <ul aria-label="Next in your other leagues">
        {shown.map((step) => (
          <li key={step.league.id} className="border-b border-line last:border-b-0">
            <a
              href={rowPath(step)}
              onClick={openRow}
              className="flex min-h-12 items-center gap-[12px] px-[20px] py-2.5 transition-colors hover:bg-hover sm:px-6"
            >
              <LeagueEmblem league={step.league.name} className="size-8 shrink-0" />
              <span className="min-w-0 flex-1 leading-snug">
                <span className="line-clamp-2 font-semibold text-strong [overflow-wrap:anywhere]">
                  {step.resource.title}
                </span>
                <span className="block truncate text-sm text-muted">{step.league.name}</span>
              </span>
              <Icon path={arrowRight} size={18} className="shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
      {steps.length > SHOWN_AT_FIRST ? (
        <div className="border-t border-line p-2">
          <Button variant="ghost" size="small" wide aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${countOf(steps.length + 1, 'league')}`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NothingToDo({ leagues }: { leagues: readonly ActiveLeague[] }) {
  const { title, words } = toEmptyText(leagues);
  return (
    <div className="p-6 sm:p-8">
      <p className="font-display text-xl font-bold text-strong">
        <span className="marker">{title}</span>
      </p>
      <p className="mt-2 max-w-measure text-muted [overflow-wrap:anywhere]">{words}</p>
      <ButtonLink href={PATHS.leagues} variant="secondary" className="mt-4">
        Find a league
      </ButtonLink>
    </div>
  );
}

function Revision({ revision: { marked, due, pausedAt } }: { revision: NextUpData['revision'] }) {
  const text = pausedAt
    ? 'Revision is paused.'
    : due > 0
      ? `${countOf(due, 'resource')} to revise today.`
      : 'Nothing is due today.';
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface p-5">
      <h3 className="flex items-center gap-2 font-sans text-base font-semibold text-strong">
        <Icon path={revisionIcon} size={18} />
        Revision
      </h3>
      <p className="mt-1.5 text-sm">
        <strong className="text-strong">{text}</strong>{' '}
        <span className="text-muted">{toNumber(marked)} marked in all.</span>
      </p>
      <ButtonLink
        href={PATHS.revision}
        size="small"
        variant={due > 0 && !pausedAt ? 'primary' : 'secondary'}
        className="mt-3"
      >
        {due > 0 && !pausedAt ? 'Revise now' : 'Open revision'}
      </ButtonLink>
    </div>
  );
}

function Assignments({ assignments }: { assignments: NextUpData['assignments'] }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface p-5">
      <h3 className="flex items-center gap-2 font-sans text-base font-semibold text-strong">
        <Icon path={clock} size={18} />
        Assignments
      </h3>
      <ul className="mt-2 grid gap-1">
        {assignments.map(({ id, title, league, dueDate, isOverdue }) => (
          <li key={id}>
            <a
              href={assignmentPath(league)}
              onClick={openRow}
              className="-mx-2 block rounded-md px-2 py-1.5 transition-colors hover:bg-hover"
            >
              <span className="block font-semibold text-strong underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere]">
                {title}
              </span>
              <span
                className={`mt-0.5 flex items-start gap-x-1.5 text-sm ${isOverdue ? 'text-danger' : 'text-muted'}`}
              >
                {isOverdue ? <Icon path={warning} size={16} className="mt-0.75 shrink-0" /> : null}
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {league.name} · {toDueText(dueDate ?? '')}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function toEmptyText(leagues: readonly Pick<ActiveLeague, 'name' | 'resources' | 'isExpired'>[]): {
  title: string;
  words: string;
} {
  const running = leagues.filter(({ isExpired }) => !isExpired);
  const empty = running.filter(({ resources }) => resources.total === 0);
  const [only] = empty;
  if (!only) {
    return {
      title: 'Everything is done.',
      words: 'You finished every resource of your leagues. Revise what you marked, or pick the next league.',
    };
  }
  const who = empty.length === 1 ? `${only.name} has` : `${empty.length} of your leagues have`;
  return {
    title: 'Content is coming.',
    words: `${who} no resources yet. They appear here as soon as they are added.${
      empty.length === running.length ? '' : ' You finished every resource of your other leagues.'
    }`,
  };
}
