import { expect, test } from 'bun:test';
import { toAge, toClaimText } from './claim-text.ts';

test('who has it in hand and for how long, in begun minutes', () => {
  const claim = { by: { id: 'a', name: 'Ana Roy' }, until: '', secondsLeft: 12 * 60 - 1, isMine: false };
  expect(toClaimText(claim)).toBe('Ana Roy is reviewing, 12\u00a0min left');
  expect(toClaimText({ ...claim, isMine: true, secondsLeft: 0 })).toBe('You are reviewing, 1\u00a0min left');
});

test('how long something has waited', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (hours: number) => toAge(new Date(now - hours * 3_600_000).toISOString(), now);
  expect([-1, 0.5, 1, 23.9, 24, 2400].map(ago)).toEqual([
    'under 1 h',
    'under 1 h',
    '1 h',
    '23 h',
    '1 day',
    '100 days',
  ]);
});
