import { expect, test } from 'bun:test';
import { countOf, lettersOf } from './text.ts';

test('counts have a plain plural', () => {
  expect([0, 1, 1200].map((count) => countOf(count, 'module'))).toEqual([
    '0 modules',
    '1 module',
    '1,200 modules',
  ]);
});

test('names in Indian letters are told apart, accents and signs are not', () => {
  expect(['Quantum', 'Anaïs – “ML” (1.0)', 'Łukasz', ''].map(lettersOf)).toEqual(Array(4).fill(undefined));
  for (const name of ['अनन्या', 'ਹਰਪ੍ਰੀਤ ਕੌਰ', 'ML: தமிழ்']) expect(lettersOf(name)).toBe('other');
});
