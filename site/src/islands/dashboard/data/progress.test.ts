import { expect, test } from 'bun:test';
import {
  NO_PROGRESS,
  percentageOf,
  sumMinutesLeft,
  toProgressLabel,
  toProgressState,
  toProgressSum,
  toStations,
} from './progress.ts';

test('LPROG-24 LPROG-25 ENT-44 the four states and their labels', () => {
  expect(toProgressLabel(NO_PROGRESS)).toBe('Not Started');
  expect(toProgressLabel({ ...NO_PROGRESS, personalNote: 'Read again' })).toBe('In Progress');
  expect(toProgressLabel({ ...NO_PROGRESS, timeSpent: 30 })).toBe('In Progress');
  expect(toProgressLabel({ ...NO_PROGRESS, isCompleted: true })).toBe('Completed');
  expect(toProgressLabel({ ...NO_PROGRESS, markedForRevision: true })).toBe('Needs Revision');
});

test('OPEN-23 a revision mark wins over completion', () => {
  expect(toProgressState({ ...NO_PROGRESS, isCompleted: true, markedForRevision: true })).toBe(
    'NEEDS_REVISION',
  );
  expect(toProgressState({ ...NO_PROGRESS, isCompleted: true, personalNote: 'Good' })).toBe('COMPLETED');
});

test('LPROG-03 LPROG-05 LPROG-41 sums count completed resources and round the percentage', () => {
  const done = { progress: { ...NO_PROGRESS, isCompleted: true } };
  const open = { progress: NO_PROGRESS };
  expect(toProgressSum([done, open, open])).toEqual({ completed: 1, total: 3, percentage: 33 });
  expect(toProgressSum([done, done, open])).toEqual({ completed: 2, total: 3, percentage: 67 });
  expect(toProgressSum([])).toEqual({ completed: 0, total: 0, percentage: 0 });
});

test('minutes that are left are those of open resources that say how long they take', () => {
  const open = { minutes: 12, progress: NO_PROGRESS };
  const done = { minutes: 30, progress: { ...NO_PROGRESS, isCompleted: true } };
  expect(sumMinutesLeft([open, done, { ...open, minutes: null }, { ...open, minutes: 45 }])).toBe(57);
  expect(sumMinutesLeft([done])).toBe(0);
});

test('LPROG-41 a percentage stays between 0 and 100', () => {
  expect(percentageOf(5, 4)).toBe(100);
  expect(percentageOf(-1, 4)).toBe(0);
  expect(percentageOf(1, 0)).toBe(0);
  expect(percentageOf(199, 200)).toBe(100);
});

test('LPROG-05 stations: here is the first module with an open resource, one without resources is never done', () => {
  const sums = (...counts: [number, number][]) =>
    counts.map(([completedResources, totalResources]) => ({ completedResources, totalResources }));
  expect(toStations([])).toEqual([]);
  expect(toStations(sums([2, 2], [0, 0], [1, 2], [0, 2], [2, 2]))).toEqual([
    'done',
    'to come',
    'here',
    'to come',
    'done',
  ]);
  expect(toStations(sums([2, 2], [0, 0]))).toEqual(['done', 'to come']);
});
