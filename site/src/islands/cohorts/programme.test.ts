import { describe, expect, test } from 'bun:test';
import { ApiFailure } from '#site/islands/shared/http/api.ts';
import { pickModules, toCount, toFailureMessage, toProgrammeState } from './programme.ts';

const weeks = [4, 2, 1, 3].map((order) => ({ id: `w${order}`, name: `Week ${order}`, order }));
const league = { id: 'ml', name: 'ML', description: null, weeks };

describe('toProgrammeState', () => {
  test('COHORT-10 OPEN-03 the first programme record', () => {
    const data = [
      { description: 'First', leagues: [league] },
      { description: 'Second', leagues: [] },
    ];
    expect(toProgrammeState(data)).toEqual({
      kind: 'ready',
      programme: { description: 'First', leagues: [league] },
    });
  });

  test('OPEN-03 CALL-20 a bare list of leagues is one programme', () => {
    expect(toProgrammeState([league])).toEqual({
      kind: 'ready',
      programme: { description: null, leagues: [league] },
    });
  });

  test('COHORT-08 COHORT-09 OPEN-04 absent data fails, an empty list is empty', () => {
    expect(toProgrammeState(undefined)).toEqual({ kind: 'failed', message: 'No cohort data available' });
    expect(toProgrammeState(null)).toEqual({ kind: 'failed', message: 'No cohort data available' });
    expect(toProgrammeState([])).toEqual({ kind: 'empty' });
  });

  test.each([['text'], [{}], [[1]], [[{ leagues: 'none' }]]])('COHORT-07 odd data %j', (data) => {
    expect(toProgrammeState(data)).toEqual({ kind: 'failed', message: 'Failed to load cohort data' });
  });
});

describe('toFailureMessage', () => {
  const refusal = (status: number, reply: Record<string, unknown> | null) =>
    new ApiFailure({ kind: 'refused', message: 'API request failed', status, reply });

  test('ERR-01 a refused status is named', () => {
    expect(toFailureMessage(refusal(503, { success: false, error: 'Down' }))).toBe('HTTP error! status: 503');
    expect(toFailureMessage(new ApiFailure({ kind: 'invalid', message: 'x', status: 502 }))).toBe(
      'HTTP error! status: 502',
    );
  });

  test("ERR-02 COHORT-06 success false: the message, else 'API request failed'", () => {
    expect(toFailureMessage(refusal(200, { success: false, message: 'Closed for now' }))).toBe(
      'Closed for now',
    );
    expect(toFailureMessage(refusal(200, { success: false, error: 'Closed' }))).toBe('Closed');
    expect(toFailureMessage(refusal(200, { success: false }))).toBe('API request failed');
  });

  test('COHORT-07 no message at all', () => {
    expect(toFailureMessage(new TypeError('x'))).toBe('Failed to load cohort data');
    expect(toFailureMessage(new ApiFailure({ kind: 'network', message: '' }))).toBe(
      'Failed to load cohort data',
    );
  });
});

test('COHORT-16 COHORT-17 three modules by order, the rest counted', () => {
  const { shown, more } = pickModules(weeks);
  expect(shown.map(({ order }) => order)).toEqual([1, 2, 3]);
  expect(more).toBe(1);
  expect(pickModules([])).toEqual({ shown: [], more: 0 });
});

test('COHORT-12 singular for one', () => {
  expect([0, 1, 2].map((count) => toCount(count, 'learning path'))).toEqual([
    '0 learning paths',
    '1 learning path',
    '2 learning paths',
  ]);
});
