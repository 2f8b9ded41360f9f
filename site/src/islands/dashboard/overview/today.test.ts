import { expect, test } from 'bun:test';
import type { NextUp } from '#contract/learning.ts';
import { type Facts, toEmptyText, toToday } from './today.ts';

const NOW = new Date(2026, 2, 10, 9).getTime();
const due = (days: number) => new Date(2026, 2, 10 + days, 12).toISOString();
const named = (name: string) => ({ id: name.toLowerCase(), name });
const QUANTUM = named('Quantum');

const league = (name: string, total: number, isExpired = false) => ({
  name,
  isExpired,
  resources: { done: total, total, percentage: total === 0 ? 0 : 100 },
});

const step = (name: string, minutes: number | null = null): NextUp['resources'][number] => ({
  league: named(name),
  week: named('Module'),
  section: named('Topic'),
  resource: { id: 'r1', title: `Start of ${name}`, type: 'ARTICLE', minutes },
});

const assignment = (
  title: string,
  of: { id: string; name: string },
  days: number | null,
  reviewer?: string | null,
): NextUp['assignments'][number] => ({
  id: title,
  title,
  league: of,
  dueDate: days === null ? null : due(days),
  isOverdue: days !== null && days < 0,
  status: reviewer === undefined ? null : 'NEEDS_REVISION',
  reviewer: reviewer ?? null,
});

interface Changes {
  resources?: NextUp['resources'];
  assignments?: NextUp['assignments'];
  revision?: Partial<NextUp['revision']>;
  done?: number;
  goal?: number;
  streak?: Partial<NonNullable<NonNullable<Facts['activity']>['streak']>>;
}

function facts({
  resources = [step('Quantum', 12)],
  assignments = [],
  revision,
  ...rest
}: Changes = {}): Facts {
  const { done = 0, goal = 1, streak } = rest;
  return {
    nextUp: {
      resources,
      assignments,
      revision: { marked: 5, due: 0, dueTomorrow: 0, pausedAt: null, ...revision },
    },
    activity: {
      from: '2025-03-05',
      currentStreak: 9,
      longestStreak: 12,
      activeDays: 40,
      isTodayDone: done > 0,
      today: '2026-03-10',
      days: { '2026-03-09': 4, ...(done > 0 ? { '2026-03-10': done } : {}) },
      streak: { days: 9, longest: 12, isTodayDone: done > 0, restsToday: null, ...streak },
    },
    leagues: [league('Quantum', 8)],
    goal,
  };
}

const read = (changes: Changes = {}) => toToday(facts(changes), NOW);
const textsOf = (changes: Changes) => {
  const { task, lines } = read(changes);
  return [task, ...lines].map(({ text }) => text);
};

const FEEDBACK = assignment('Essay', named('ML'), -40, 'Asha');
const TOMORROW = assignment('Circuit', named('IoT'), 1);
const LATER = assignment('Report', named('Finance'), 5);

test('the most urgent comes first: feedback, an assignment, the streak, revision, the goal; at most three lines follow', () => {
  const everything: Changes = {
    assignments: [LATER, TOMORROW, FEEDBACK],
    revision: { due: 3, dueTomorrow: 2 },
    goal: 3,
  };
  expect(textsOf(everything)).toEqual([
    'Feedback from Asha on ML',
    'Assignment due tomorrow',
    '1 resource keeps your 9-day streak',
    '3 to revise, about 4 minutes',
  ]);
  expect(textsOf({ ...everything, assignments: [LATER, TOMORROW] })).toEqual([
    'Assignment due tomorrow',
    '1 resource keeps your 9-day streak',
    '3 to revise, about 4 minutes',
    'Report',
  ]);
  expect(textsOf({ ...everything, assignments: [LATER] })).toEqual([
    '1 resource keeps your 9-day streak',
    '3 to revise, about 4 minutes',
    'Report',
  ]);
  expect(textsOf({ ...everything, assignments: [LATER], done: 1 })).toEqual([
    '3 to revise, about 4 minutes',
    '2 resources reach today’s goal',
    'Report',
  ]);
  expect(textsOf({ goal: 3, done: 2, revision: { dueTomorrow: 2 }, assignments: [LATER] })).toEqual([
    '1 resource reaches today’s goal',
    '2 to revise tomorrow',
    'Report',
  ]);
});

test('feedback names its reviewer where one is known, and leads to the answer', () => {
  expect(read({ assignments: [FEEDBACK] }).task).toEqual({
    text: 'Feedback from Asha on ML',
    detail: 'Essay. Improve your answer and resubmit it.',
    href: '/dashboard/league/ml#assignment',
    league: 'ML',
    action: 'Read feedback',
    about: 'on Essay',
  });
  const nameless = assignment('Essay', named('ML'), null, null);
  expect(read({ assignments: [nameless] }).task.text).toBe('Feedback on ML');
  expect(
    textsOf({ assignments: [nameless, assignment('Poem', named('Words'), null, 'Ravi')] }).slice(0, 2),
  ).toEqual(['Feedback on ML', 'Feedback from Ravi on Words']);
});

test('an assignment presses from the day before until a week after; others are lines', () => {
  const textAt = (days: number | null) => read({ assignments: [assignment('Essay', QUANTUM, days)] });
  expect([0, 1, -1, -7].map((days) => textAt(days).task.text)).toEqual([
    'Assignment due today',
    'Assignment due tomorrow',
    'Assignment overdue by 1 day',
    'Assignment overdue by 7 days',
  ]);
  expect(textAt(1).task).toMatchObject({
    detail: 'Essay in Quantum',
    href: '/dashboard/league/quantum#assignment',
  });
  for (const days of [2, -8]) {
    expect(textAt(days).task.text).toBe('1 resource keeps your 9-day streak');
    expect(textAt(days).lines).toMatchObject([{ text: 'Essay' }]);
  }
  expect(textAt(2).lines[0]?.detail).toBe('Quantum · due in 2 days');
});

test('the streak, the start of one and the goal lead to the next resource, with its minutes where they are known', () => {
  expect(read().task).toEqual({
    text: '1 resource keeps your 9-day streak',
    detail: 'Start of Quantum in Quantum, 12 min',
    href: '/dashboard/league/quantum#resource-r1',
    league: 'Quantum',
    action: 'Open',
    about: 'Start of Quantum in Quantum',
  });
  expect(read({ streak: { days: 0 }, resources: [step('ML')], goal: 5 }).task).toMatchObject({
    text: '1 resource starts a streak',
    detail: 'Start of ML in ML',
  });
  // A revision kept the streak, and the goal counts resources.
  expect(read({ streak: { days: 10, isTodayDone: true }, goal: 3 }).task.text).toBe(
    '3 resources reach today’s goal',
  );
});

test('on a break the streak rests, also for a learner without one; what is done that day counts', () => {
  const streak = { restsToday: 'Diwali' };
  expect(textsOf({ streak, goal: 3, revision: { due: 1 } })).toEqual([
    'Diwali: your 9-day streak rests',
    '1 to revise, about 2 minutes',
  ]);
  expect(read({ streak: { ...streak, days: 0 } }).task.text).toBe('Diwali: streaks rest');
  expect(read({ streak: { ...streak, days: 10, isTodayDone: true }, done: 1 }).task.text).toBe(
    'Day 10 is yours. See you tomorrow.',
  );
});

test('revision comes before the goal, and none when nothing is due', () => {
  const { task } = read({ done: 1, revision: { due: 3 } });
  expect(task).toMatchObject({
    detail: 'Before it fades. 5 marked in all.',
    href: '/dashboard/revision',
    action: 'Revise now',
    league: null,
  });
});

test('when all is done it says so and shows tomorrow: revision, the next resource, the next assignment', () => {
  const { task, lines, isDone } = read({
    streak: { days: 10 },
    done: 2,
    revision: { dueTomorrow: 3 },
    assignments: [LATER],
  });
  expect(isDone).toBe(true);
  expect(task).toMatchObject({
    text: 'Day 10 is yours. See you tomorrow.',
    detail: '2 resources today, your goal is reached. Rest, or take one more.',
    action: 'One more',
  });
  expect(lines.map(({ text, detail }) => [text, detail])).toEqual([
    ['3 to revise tomorrow', 'about 4 minutes'],
    ['Start of Quantum', 'Next in Quantum'],
    ['Report', 'Finance · due in 5 days'],
  ]);
});

test('without a resource to open, it leads to the next league', () => {
  const { task, lines, isDone } = read({ resources: [], revision: { dueTomorrow: 1 } });
  expect(isDone).toBe(true);
  expect(task).toMatchObject({
    text: 'Everything is done.',
    action: 'Find a league',
    href: '/dashboard/leagues',
  });
  expect(lines).toMatchObject([{ text: '1 to revise tomorrow', detail: 'about 2 minutes' }]);
  expect(toToday({ ...facts({ resources: [] }), activity: null }, NOW).task.text).toBe('Everything is done.');
});

test('a league without resources is not finished: its content is coming', () => {
  expect(toEmptyText([league('ML', 8)]).title).toBe('Everything is done.');
  expect(toEmptyText([league('ML', 8), league('Old', 0, true)]).title).toBe('Everything is done.');
  expect(toEmptyText([league('IoT', 0), league('Old', 8, true)])).toEqual({
    title: 'Content is coming.',
    words: 'IoT has no resources yet. They appear here as soon as they are added.',
  });
  expect(toEmptyText([league('IoT', 0), league('Quantum', 0), league('ML', 8)])).toEqual({
    title: 'Content is coming.',
    words:
      '2 of your leagues have no resources yet. They appear here as soon as they are added. You finished every resource of your other leagues.',
  });
});
