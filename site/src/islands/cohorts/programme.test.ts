import { expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { toFailureMessage, toProgrammeState } from './programme.ts';

test('OPEN-03 CALL-20 a bare list of leagues is one programme', () => {
  const league = { id: 'ml', name: 'ML', description: null, weeks: [] };
  expect(toProgrammeState([league])).toEqual({
    kind: 'ready',
    programme: { description: null, leagues: [league] },
  });
});

test.each([['text'], [{}], [[1]], [[{ leagues: 'none' }]]])('COHORT-07 odd data %j', (data) => {
  expect(toProgrammeState(data)).toEqual({ kind: 'failed', message: 'Failed to load cohort data' });
});

test('COHORT-07 no message at all', () => {
  const silent = new ApiFailure({ kind: 'network', message: '' });
  expect([new TypeError('x'), silent].map(toFailureMessage)).toEqual(
    Array(2).fill('Failed to load cohort data'),
  );
});
