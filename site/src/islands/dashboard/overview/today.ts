import type { ActivityYear, NextUp } from '#contract/learning.ts';
import { toMinutesText } from '#site/labels.ts';
import { dayOf } from '../../shared/format/dates.ts';
import { countOf } from '../../shared/format/text.ts';
import type { ActiveLeague } from '../data/dashboard.ts';
import { ASSIGNMENT_ANCHOR, rowId } from '../data/row.ts';
import { leaguePath, PATHS } from '../routing/router.ts';
import { streakOf } from './calendar.ts';
import { toDueText } from './due-text.ts';

export interface Line {
  text: string;
  detail: string;
  href: string;
  /** Name of the league; null for revision. */
  league: string | null;
}

export interface Task extends Line {
  action: string;
  /** Follows `action` for screen readers. */
  about: string;
}

export interface Facts {
  nextUp: NextUp;
  activity: ActivityYear | null;
  leagues: readonly Pick<ActiveLeague, 'name' | 'resources' | 'isExpired'>[];
  /** Resources a day. */
  goal: number;
}

type Assignment = NextUp['assignments'][number];
type Rule<Found> = (facts: Facts, now: number) => Found[];

const SHOWN_LINES = 3;
const MINUTES_PER_REVIEW = 1.25;

/** Most urgent first; the first task found is the sentence of the day. */
const TASKS: readonly Rule<Task>[] = [
  // Feedback that waits, whatever its date.
  ({ nextUp }) =>
    nextUp.assignments.filter(needsRevision).map(({ reviewer, title, league }) => ({
      text: `Feedback${reviewer ? ` from ${reviewer}` : ''} on ${league.name}`,
      detail: `${title}. Improve your answer and resubmit it.`,
      ...toAssignment(league),
      action: 'Read feedback',
      about: `on ${title}`,
    })),
  // Assignments due by tomorrow, or missed within the week.
  ({ nextUp }, now) =>
    nextUp.assignments
      .filter((one) => isPressing(one, now))
      .map(({ title, league, dueDate }) => ({
        text: `Assignment ${toDueText(dueDate ?? '', now)}`,
        detail: `${title} in ${league.name}`,
        ...toAssignment(league),
        action: 'Open assignment',
        about: title,
      })),
  // A break.
  (facts) => {
    const { days, isTodayDone, restsToday } = toStreak(facts);
    if (isTodayDone || restsToday === null) return [];
    return toStep(
      facts,
      days > 0 ? `${restsToday}: your ${days}-day streak rests` : `${restsToday}: streaks rest`,
    );
  },
  // A streak that ends tonight.
  (facts) => {
    const { days, isTodayDone } = toStreak(facts);
    return days > 0 && !isTodayDone ? toStep(facts, `1 resource keeps your ${days}-day streak`) : [];
  },
  // Revision due.
  ({ nextUp: { revision } }) =>
    revision.due === 0
      ? []
      : [
          {
            text: `${revision.due} to revise, ${toReviewMinutes(revision.due)}`,
            detail: `Before it fades. ${revision.marked} marked in all.`,
            href: PATHS.revision,
            league: null,
            action: 'Revise now',
            about: '',
          },
        ],
  // The goal of the day.
  (facts) => {
    const done = toDoneToday(facts);
    if (done >= facts.goal) return [];
    const left = facts.goal - done;
    return toStep(
      facts,
      toStreak(facts).days === 0
        ? '1 resource starts a streak'
        : `${countOf(left, 'resource')} ${left === 1 ? 'reaches' : 'reach'} today’s goal`,
    );
  },
];

/** Fill the lines after the tasks, and show tomorrow when all is done. */
const COMING: readonly Rule<Line>[] = [
  ({ nextUp: { revision } }) =>
    revision.dueTomorrow
      ? [
          {
            text: `${revision.dueTomorrow} to revise tomorrow`,
            detail: toReviewMinutes(revision.dueTomorrow),
            href: PATHS.revision,
            league: null,
          },
        ]
      : [],
  ({ nextUp }) =>
    nextUp.resources.slice(0, 1).map((step) => ({
      text: step.resource.title,
      detail: `Next in ${step.league.name}`,
      ...toPlace(step),
    })),
  ({ nextUp }, now) =>
    nextUp.assignments
      .filter((one) => !needsRevision(one) && !isPressing(one, now))
      .map(({ title, league, dueDate }) => ({
        text: title,
        detail: `${league.name} · ${toDueText(dueDate ?? '', now)}`,
        ...toAssignment(league),
      })),
];

/** A sentence with a button, and what follows; `isDone` when no task is left for today. */
export function toToday(facts: Facts, now: number = Date.now()) {
  const [first, ...others] = TASKS.flatMap((rule) => rule(facts, now));
  const coming = COMING.flatMap((rule) => rule(facts, now));
  const hrefs = new Set([first?.href]);
  const lines: Line[] = [...others, ...coming].filter(({ href }) => !hrefs.has(href) && hrefs.add(href));
  return { task: first ?? toDone(facts), lines: lines.slice(0, SHOWN_LINES), isDone: !first };
}

export function toDoneToday({ activity }: Pick<Facts, 'activity'>): number {
  return activity?.days[activity.today] ?? 0;
}

function toDone(facts: Facts): Task {
  const [step] = toStep(facts, `Day ${Math.max(toStreak(facts).days, 1)} is yours. See you tomorrow.`);
  if (step)
    return {
      ...step,
      detail: `${countOf(toDoneToday(facts), 'resource')} today, your goal is reached. Rest, or take one more.`,
      action: 'One more',
    };
  const { title, words } = toEmptyText(facts.leagues);
  return {
    text: title,
    detail: words,
    href: PATHS.leagues,
    league: null,
    action: 'Find a league',
    about: '',
  };
}

const NO_STREAK = { days: 0, isTodayDone: false, restsToday: null };
const toStreak = ({ activity }: Facts) => (activity ? streakOf(activity) : NO_STREAK);

const needsRevision = ({ status }: Assignment) => status === 'NEEDS_REVISION';

function isPressing(assignment: Assignment, now: number): boolean {
  const days = dayOf(Date.parse(assignment.dueDate ?? '')) - dayOf(now);
  return !needsRevision(assignment) && days >= -7 && days <= 1;
}

const toReviewMinutes = (count: number) =>
  `about ${countOf(Math.ceil(count * MINUTES_PER_REVIEW), 'minute')}`;

const toAssignment = ({ id, name }: { id: string; name: string }) => ({
  href: `${leaguePath(id)}#${ASSIGNMENT_ANCHOR}`,
  league: name,
});

type Step = NextUp['resources'][number];
const toPlace = ({ league, resource }: Step) => ({
  href: `${leaguePath(league.id)}#${rowId(resource.id)}`,
  league: league.name,
});

function toStep({ nextUp }: Facts, text: string): Task[] {
  return nextUp.resources.slice(0, 1).map((step) => {
    const about = `${step.resource.title} in ${step.league.name}`;
    const { minutes } = step.resource;
    return {
      text,
      detail: minutes ? `${about}, ${toMinutesText(minutes)}` : about,
      ...toPlace(step),
      action: 'Open',
      about,
    };
  });
}

export function toEmptyText(leagues: Facts['leagues']): { title: string; words: string } {
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
