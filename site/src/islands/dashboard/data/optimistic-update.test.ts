import { expect, test } from 'bun:test';
import type { OutboxAction } from '#site/islands/shared/offline/outbox.ts';
import { toAsOf } from '../offline/as-of.ts';
import { toActionText, toDropNoun, toSentText, toWaitingText } from '../offline/outbox-texts.ts';
import { findPlace, type LeagueView } from './league-view.ts';
import { toResourceQueueKey, withOptimisticUpdates } from './optimistic-update.ts';
import { NO_PROGRESS } from './progress.ts';

const league: LeagueView = {
  id: 'ml',
  name: 'ML',
  description: null,
  mayHaveAssignment: false,
  weeks: [
    {
      id: 'w1',
      name: 'W',
      sections: [
        {
          id: 's1',
          name: 'S',
          resources: ['r1', 'r2'].map((id) => ({
            id,
            title: id,
            url: 'https://example.org',
            type: 'VIDEO',
            minutes: null,
            progress: NO_PROGRESS,
          })),
        },
      ],
    },
  ],
};
const action = (call: string, changes: Partial<OutboxAction> = {}): OutboxAction => ({
  id: call,
  order: 1,
  lane: toResourceQueueKey('r1'),
  call,
  params: { resourceId: 'r1' },
  body: {},
  leagueId: 'ml',
  title: 'r1',
  tries: 0,
  refusal: null,
  ...changes,
});
const progressAfter = (...actions: OutboxAction[]) =>
  findPlace(withOptimisticUpdates(league, actions), ({ id }) => id === 'r1')?.resource.progress;

test('LPROG-26 OPEN-22 what waits on the device is shown on top of what the server told, in order', () => {
  const done = action('completeResource');
  const note = action('saveNote', { body: { personalNote: ' mine ' } });
  expect(progressAfter(done, action('markForRevision'), note)).toEqual({
    ...NO_PROGRESS,
    isCompleted: true,
    markedForRevision: true,
    personalNote: 'mine',
  });
  expect(progressAfter(note, done, action('resetResource'))).toEqual({
    ...NO_PROGRESS,
    personalNote: 'mine',
  });
});

test('what was refused, is of another league or of no resource changes nothing', () => {
  const refusal = { status: 403, code: null, message: 'no' };
  expect(progressAfter(action('completeResource', { refusal }))).toEqual(NO_PROGRESS);
  expect(progressAfter(action('completeResource', { leagueId: 'other' }))).toEqual(NO_PROGRESS);
  const view = withOptimisticUpdates(league, [action('submitAssignment', { params: {} })]);
  expect(view).toBe(league);
});

test('the words of what waits, and of the age of what is shown', () => {
  expect(toActionText({ call: 'saveNote', title: 'Vectors' })).toBe('Note: “Vectors”');
  expect([toWaitingText(1), toWaitingText(12)]).toEqual([
    '1 change is on this device only. Will sync when you are back online.',
    '12 changes are on this device only. Will sync when you are back online.',
  ]);
  expect([toSentText(1), toSentText(2)]).toEqual(['1 change was sent.', '2 changes were sent.']);
  const noon = new Date(2027, 2, 4, 14, 3).getTime();
  expect(toAsOf(noon, noon + 60_000)).toBe('14:03');
  expect(toAsOf(noon, noon + 86_400_000)).toBe('4 Mar, 14:03');
});

test('only what somebody wrote is worth a question before it is dropped', () => {
  const calls = ['submitAssignment', 'saveNote', 'completeResource', 'resetResource', 'enrollInLeague'];
  expect(calls.map((call) => toDropNoun({ call }))).toEqual(['answer', 'note', null, null, null]);
});
