import { expect, test } from 'bun:test';
import { findOrderFault, suggestOrder, toSentOrder } from './order-text.ts';

test('AMOD-12 ATOPIC-09 the suggested order is the highest plus 1, or 1', () => {
  expect(suggestOrder('a', [], undefined).order).toBe('1');
  expect(suggestOrder('a', [{ order: 2 }, { order: 7 }, { order: 1 }], undefined).order).toBe('8');
});

test('an order that nobody typed is not sent', () => {
  const suggested = suggestOrder('a', [{ order: 2 }], undefined);
  expect(toSentOrder(suggested)).toBeNull();
  expect(toSentOrder({ ...suggested, order: '9' })).toBe(9);
  expect(toSentOrder(suggestOrder('a', [], 2))).toBe(2);
});

test('AMOD-07 an order is a whole number from 1 on', () => {
  expect(findOrderFault('')).toBe('Order is required');
  expect(findOrderFault('  ')).toBe('Order is required');
  for (const order of ['0', '-1', '1.5', 'one']) {
    expect(findOrderFault(order)).toBe('Order must be a whole number of at least 1');
  }
  expect(findOrderFault('2147483648')).toBe('Order must be 2147483647 or less');
  expect(findOrderFault('1')).toBeUndefined();
  expect(findOrderFault('2147483647')).toBeUndefined();
});
