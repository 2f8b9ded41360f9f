import { expect, test } from 'bun:test';
import { headerName, heroName } from './greeting.ts';

test('LAYOUT-05 DASH-03 greetings use the first name', () => {
  expect(headerName('Ada Lovelace')).toBe('Ada');
  expect(heroName('  गुरप्रीत   कौर ')).toBe('गुरप्रीत');
});

test('LAYOUT-06 the header greets User without a name', () => {
  for (const name of [undefined, null, '', '   ']) expect(headerName(name)).toBe('User');
});

test('DASH-04 the hero greets Learner without a name', () => {
  for (const name of [undefined, null, '', '   ']) expect(heroName(name)).toBe('Learner');
});
