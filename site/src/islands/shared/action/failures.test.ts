import { expect, test } from 'bun:test';
import { ApiFailure, NETWORK_FAILED } from '#site/islands/shared/http/api.ts';
import { isPasskeyMissing, toLoadAdvice, toLoadFailure, toSentences } from './failures.ts';

test('ADMIN-24 only somebody whom the server did not answer is sent to their connection', () => {
  const failure = (kind: ApiFailure['kind']) => new ApiFailure({ kind, message: 'Something went wrong' });
  expect(toLoadAdvice(failure('refused'))).toBe('Nothing was changed. Try again in a moment.');
  expect(toLoadAdvice(failure('network'))).toContain('Check your connection');
  expect(toLoadAdvice(new Error('no answer'))).toContain('Check your connection');
});

test('P57 somebody without a passkey is told to show or add one, not to wait', () => {
  const failure = { kind: 'refused', message: 'Staff need a passkey here' } as const;
  const closed = new ApiFailure({ ...failure, reply: { code: 'PASSKEY_REQUIRED' } });
  expect([isPasskeyMissing(closed), isPasskeyMissing(new ApiFailure(failure))]).toEqual([true, false]);
  expect(toLoadAdvice(closed)).toContain('passkey');
});

test('a failure before another sentence ends with one full stop', () => {
  const network = new ApiFailure({ kind: 'network', message: NETWORK_FAILED });
  expect(toSentences(toLoadFailure('leagues', network), 'Nothing can be confirmed.')).toBe(
    'Failed to load leagues: Network error. Please try again. Nothing can be confirmed.',
  );
  expect(toSentences('User not found', 'The role was changed.')).toBe(
    'User not found. The role was changed.',
  );
});
