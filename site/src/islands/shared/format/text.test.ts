import { expect, test } from 'bun:test';
import { countOf, lettersOf, toNumber } from './text.ts';

test('counts have a plain plural', () => {
  expect([0, 1, 1200].map((count) => countOf(count, 'module'))).toEqual([
    '0 modules',
    '1 module',
    '1,200 modules',
  ]);
});

test('a number has its thousands apart', () => {
  const numbers = [0, -0, 7, 999, -999, 1000, -1000, 1_234_567, 0.5, 12.25, Number.NaN];
  const format = new Intl.NumberFormat('en-US');
  // Minus nothing is nothing for a reader.
  expect(numbers.map(toNumber)).toEqual(numbers.map((number) => format.format(number).replace(/^-0$/, '0')));
});

test('names in Indian letters are told apart, accents and signs are not', () => {
  expect(['Quantum', 'Anaïs – “ML” (1.0)', 'Łukasz', ''].map(lettersOf)).toEqual(Array(4).fill(undefined));
  for (const name of ['अनन्या', 'ਹਰਪ੍ਰੀਤ ਕੌਰ', 'ML: தமிழ்']) expect(lettersOf(name)).toBe('other');
});
