import { expect, test } from 'bun:test';
import type { HistoryEntry } from '#contract/history.ts';
import { toAttemptText, toChangeText, toEffects, toSubject, toUndoFailure } from './change-texts.ts';

function change(changes: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: '1',
    kind: 'COMPLETED',
    occurredAt: '2026-11-21T10:00:00.000Z',
    league: { id: 'l', name: 'ML' },
    section: { id: 's', name: 'Vectors' },
    resource: { id: 'r', title: 'Norms' },
    assignment: null,
    note: null,
    switched: {},
    undo: 'possible',
    undoes: null,
    submission: null,
    ...changes,
  };
}

test('each change has its words', () => {
  const note = { before: null, after: 'x' };
  for (const [changes, words] of [
    [{ switched: { completed: true } }, 'Completed'],
    [{ note }, 'Note changed'],
    [{}, 'Time added'],
    [{ kind: 'RESET' }, 'Progress reset'],
    [{ kind: 'MARKED_FOR_REVISION', switched: { marked: true } }, 'Marked for revision'],
    [{ kind: 'UNMARKED' }, 'Revision mark removed'],
    [{ kind: 'NOTED', note }, 'Note written'],
    [{ kind: 'NOTED', note: { before: 'a', after: 'b' } }, 'Note changed'],
    [{ kind: 'SECTION_NOTED', note: { before: 'a', after: null } }, 'Note removed'],
    [{ kind: 'SECTION_NOTED', note: { before: null, after: 'a' }, undoes: '4' }, 'Note brought back'],
    [{ kind: 'RESTORED' }, 'Change undone'],
    [{ kind: 'SUBMITTED', submission: { number: 2, attempts: 3 } }, 'Handed in again'],
  ] as [Partial<HistoryEntry>, string][]) {
    expect(toChangeText(change(changes))).toBe(words);
  }
});

test('a change says what it was about, also when the curriculum lost it', () => {
  expect(toSubject(change({}))).toBe('Norms');
  expect(toSubject(change({ resource: null }))).toBe('A resource that is no longer there');
  expect(toSubject(change({ kind: 'SECTION_MARKED', resource: null }))).toBe('Vectors');
  expect(toSubject(change({ kind: 'SUBMITTED', assignment: { id: 'a', title: 'Essay' } }))).toBe('Essay');
});

test('a reset says that the note stayed, an undoing what came back', () => {
  expect(toEffects(change({ kind: 'RESET', switched: { completed: false, marked: false } }))).toEqual([
    'No longer completed.',
    'No longer marked for revision.',
    'Your note was kept.',
  ]);
  expect(toEffects(change({ kind: 'RESTORED', switched: { completed: true } }))).toEqual([
    'Completed again.',
  ]);
  expect(toEffects(change({ switched: { completed: true } }))).toEqual([]);
});

test('a change without Undo says why', () => {
  const states = ['possible', 'undone', 'superseded', 'gone'] as const;
  expect(states.map((undo) => toUndoFailure(change({ undo })))).toEqual([
    null,
    'Undone',
    'Changed again since',
    'No longer in the curriculum',
  ]);
  const submission = { number: 2, attempts: 3 } as HistoryEntry['submission'];
  const sent = change({ kind: 'SUBMITTED', undo: 'never', submission });
  expect([toUndoFailure(sent), toAttemptText(sent)]).toEqual([
    'An answer cannot be unsent',
    'Attempt 2 of 3',
  ]);
});
