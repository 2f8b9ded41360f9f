import { describe, expect, test } from 'bun:test';
import { decide, type ProgressChange, type ProgressState, toEventFields, UNTOUCHED } from './decide.ts';

const EARLIER = new Date('2026-03-01T10:00:00.000Z');
const at = new Date('2026-03-02T10:00:00.000Z');

const NOTED: ProgressState = { ...UNTOUCHED, personalNote: 'old' };
const MARKED: ProgressState = { ...UNTOUCHED, markedForRevisionAt: EARLIER };
const DONE: ProgressState = { ...UNTOUCHED, completedAt: EARLIER };
const FULL: ProgressState = {
  completedAt: EARLIER,
  markedForRevisionAt: EARLIER,
  personalNote: 'old',
  timeSpentSeconds: 60,
};
const STATES = { UNTOUCHED, NOTED, MARKED, DONE, FULL };
type StateName = keyof typeof STATES;

const write = (becomes: Partial<ProgressState>, isCompletionChanged = false) => ({
  becomes,
  isCompletionChanged,
});
const UNCHANGED = null;

/** Of each change: what it makes of each state, by the facets that differ; null where it changes nothing. */
const TRANSITIONS: [ProgressChange, Record<StateName, ReturnType<typeof write> | null>][] = [
  [
    { kind: 'COMPLETED' },
    {
      UNTOUCHED: write({ completedAt: at }, true),
      NOTED: write({ completedAt: at }, true),
      MARKED: write({ completedAt: at }, true),
      DONE: UNCHANGED,
      FULL: UNCHANGED,
    },
  ],
  [
    { kind: 'COMPLETED', personalNote: 'new', timeSpentSeconds: 90 },
    {
      UNTOUCHED: write({ completedAt: at, personalNote: 'new', timeSpentSeconds: 90 }, true),
      NOTED: write({ completedAt: at, personalNote: 'new', timeSpentSeconds: 90 }, true),
      MARKED: write({ completedAt: at, personalNote: 'new', timeSpentSeconds: 90 }, true),
      DONE: write({ personalNote: 'new', timeSpentSeconds: 90 }),
      FULL: write({ personalNote: 'new', timeSpentSeconds: 90 }),
    },
  ],
  [
    { kind: 'MARKED_FOR_REVISION', personalNote: 'old' },
    {
      UNTOUCHED: write({ markedForRevisionAt: at, personalNote: 'old' }),
      NOTED: write({ markedForRevisionAt: at }),
      MARKED: write({ personalNote: 'old' }),
      DONE: write({ markedForRevisionAt: at, personalNote: 'old' }),
      FULL: UNCHANGED,
    },
  ],
  [
    { kind: 'NOTED', personalNote: 'old' },
    {
      UNTOUCHED: write({ personalNote: 'old' }),
      NOTED: UNCHANGED,
      MARKED: write({ personalNote: 'old' }),
      DONE: write({ personalNote: 'old' }),
      FULL: UNCHANGED,
    },
  ],
  [
    { kind: 'UNMARKED' },
    {
      UNTOUCHED: UNCHANGED,
      NOTED: UNCHANGED,
      MARKED: write({ markedForRevisionAt: null }),
      DONE: UNCHANGED,
      FULL: write({ markedForRevisionAt: null }),
    },
  ],
  [
    { kind: 'RESET' },
    {
      UNTOUCHED: UNCHANGED,
      NOTED: UNCHANGED,
      MARKED: write({ markedForRevisionAt: null }),
      DONE: write({ completedAt: null }, true),
      FULL: write({ completedAt: null, markedForRevisionAt: null, timeSpentSeconds: null }, true),
    },
  ],
  [
    { kind: 'RESTORED', restored: { ...FULL }, undoesId: 7 },
    {
      UNTOUCHED: write({ ...FULL }, true),
      NOTED: write({ ...FULL }, true),
      MARKED: write({ ...FULL }, true),
      DONE: write({ ...FULL }),
      FULL: UNCHANGED,
    },
  ],
];

describe('what a change makes of a record', () => {
  for (const [change, expected] of TRANSITIONS) {
    test.each(Object.keys(STATES) as StateName[])(`OPEN-22 ${JSON.stringify(change.kind)} on %s`, (name) => {
      const told = expected[name];
      expect(decide(STATES[name], change, { at })).toEqual(
        told
          ? { outcome: 'WRITE', ...told, becomes: { ...STATES[name], ...told.becomes } }
          : { outcome: 'UNCHANGED' },
      );
    });
  }

  test('OPEN-22 a restored record is empty again where it was', () => {
    const change = { kind: 'RESTORED', restored: UNTOUCHED, undoesId: 7 } as const;
    expect(decide(FULL, change, { at })).toEqual(
      expect.objectContaining({ becomes: UNTOUCHED, isCompletionChanged: true }),
    );
  });
});

test('an event carries the words of its change, and what it restored', () => {
  expect(toEventFields({ kind: 'COMPLETED', timeSpentSeconds: 90 })).toEqual({
    ...{ personalNote: null, timeSpentSeconds: 90 },
    ...{ restoredCompletedAt: null, restoredMarkedAt: null, undoesId: null },
  });
  expect(toEventFields({ kind: 'RESTORED', restored: FULL, undoesId: 7 })).toEqual({
    ...{ personalNote: 'old', timeSpentSeconds: 60 },
    ...{ restoredCompletedAt: EARLIER, restoredMarkedAt: EARLIER, undoesId: 7 },
  });
});
