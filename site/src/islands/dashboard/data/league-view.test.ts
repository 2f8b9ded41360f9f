import { expect, test } from 'bun:test';
import { toPreview } from '../league/LeaguePreview.tsx';
import { findNextResource, hasNoContent, toLeagueSum, toLeagueView, withProgress } from './league-view.ts';

const resource = (id: string, isCompleted: boolean) => ({
  id,
  title: `Resource ${id}`,
  url: 'https://learn.example/',
  type: 'VIDEO',
  progress: { isCompleted, markedForRevision: false, personalNote: null, timeSpent: null },
});

const reply = {
  league: { name: 'ML', description: null },
  progress: {
    weeks: [
      {
        id: 'w1',
        name: 'Basics',
        sections: [{ id: 's1', name: 'Vectors', resources: [resource('r1', true), resource('r2', false)] }],
      },
      {
        id: 'w2',
        name: 'Models',
        sections: [{ id: 's2', name: 'Trees', resources: [resource('r3', false)] }],
      },
    ],
  },
} as never;

function viewOfReply() {
  const view = toLeagueView('ml', reply);
  if (!view) throw new Error('the reply carries a league');
  return view;
}

test('a preview shows nothing of what the viewer did', () => {
  const own = { ...viewOfReply(), certificate: { code: 'c' } as never, lastDoneId: 'r1' };
  const preview = toPreview(own);
  expect(toLeagueSum(own).completed).toBe(1);
  expect(toLeagueSum(preview)).toEqual({ completed: 0, total: 3, percentage: 0 });
  expect(preview).not.toHaveProperty('certificate');
  expect(preview).not.toHaveProperty('lastDoneId');
});

test('LPROG-15 OPEN-53 a reply without league or progress has no view', () => {
  expect(toLeagueView('ml', null)).toBeNull();
  expect(toLeagueView('ml', { league: null, progress: { weeks: [] } } as never)).toBeNull();
  expect(toLeagueView('ml', { league: { name: 'ML' } } as never)).toBeNull();
});

test('ENT-38 LPROG-13 lists that are not there are empty, and a league without sections has no content', () => {
  const empty = toLeagueView('ml', {
    league: { name: 'ML' },
    progress: { weeks: [{ id: 'w', name: 'W' }] },
  } as never);
  expect(empty?.weeks).toEqual([{ id: 'w', name: 'W', sections: [] }]);
  expect(empty && hasNoContent(empty)).toBe(true);
  expect(hasNoContent(viewOfReply())).toBe(false);
});

test('LPROG-12 only a league that says so has no assignment to ask for', () => {
  const mayHave = (league: { name: string; hasAssignment?: boolean }) =>
    toLeagueView('ml', { league, progress: {} } as never)?.mayHaveAssignment;
  expect(mayHave({ name: 'ML', hasAssignment: false })).toBe(false);
  expect(mayHave({ name: 'ML', hasAssignment: true })).toBe(true);
  expect(mayHave({ name: 'ML' })).toBe(true);
});

test('ENT-44 a resource without progress is untouched', () => {
  const view = toLeagueView('ml', {
    league: { name: 'ML' },
    progress: {
      weeks: [
        {
          id: 'w',
          name: 'W',
          sections: [{ id: 's', name: 'S', resources: [{ ...resource('r', true), progress: null }] }],
        },
      ],
    },
  } as never);
  expect(view?.weeks[0]?.sections[0]?.resources[0]?.progress).toEqual({
    isCompleted: false,
    markedForRevision: false,
    personalNote: null,
    timeSpent: null,
  });
});

test('LPROG-03 the league sum counts every resource; the next one is the first that is not done', () => {
  const view = viewOfReply();
  expect(toLeagueSum(view)).toEqual({ completed: 1, total: 3, percentage: 33 });
  expect(findNextResource(view)?.resource.id).toBe('r2');
  expect(findNextResource(view)?.week.name).toBe('Basics');
});

test('LPROG-34 changing one resource leaves every other part as it is', () => {
  const view = viewOfReply();
  const changed = withProgress(view, 'r3', (progress) => ({ ...progress, markedForRevision: true }));
  expect(changed.weeks[1]?.sections[0]?.resources[0]?.progress.markedForRevision).toBe(true);
  expect(changed.weeks[0]).toBe(view.weeks[0]);
  expect(view.weeks[1]?.sections[0]?.resources[0]?.progress.markedForRevision).toBe(false);
});
