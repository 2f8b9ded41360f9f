import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { findConflictingClaims, type OrderClaim } from './plan-content.ts';

const existing = (...orders: number[]) =>
  orders.map((order) => ({ id: `item-${order}`, parentId: 'p', order }));
const move = (line: number, from: number, order: number): OrderClaim => ({
  line,
  parentId: 'p',
  order,
  item: { id: `item-${from}`, order: from },
});
const fresh = (line: number, order: number): OrderClaim => ({ line, parentId: 'p', order, item: null });
const vainLines = (orders: number[], claims: OrderClaim[]) =>
  [...findConflictingClaims(existing(...orders), claims)].map(({ line }) => line).toSorted((a, b) => a - b);

test('P42 places that are left may be taken, in a ring too; a refused move keeps its place from others', () => {
  expect(vainLines([1, 2, 3], [move(2, 1, 2), move(3, 2, 3), move(4, 3, 1)])).toEqual([]);
  expect(vainLines([1, 2], [move(2, 1, 5), fresh(3, 1)])).toEqual([]);
  expect(vainLines([1, 2], [fresh(2, 2), fresh(3, 3)])).toEqual([2]);
  expect(vainLines([], [fresh(9, 1), fresh(4, 1)])).toEqual([9]);
  // 3 holds its place, so 2 stays, so 1 stays, so the new one finds no place.
  expect(vainLines([1, 2, 3], [move(2, 1, 2), move(3, 2, 3), fresh(4, 1)])).toEqual([2, 3, 4]);
});

test('P42 whatever is claimed, every order is held once in the end', () => {
  const order = fc.integer({ min: 1, max: 8 });
  fc.assert(
    fc.property(
      fc.uniqueArray(order, { maxLength: 6 }),
      fc.array(fc.tuple(fc.boolean(), order, order), { maxLength: 10 }),
      (orders, wishes) => {
        const moved = new Set<number>();
        const claims = wishes.flatMap(([isNew, from, to], index): OrderClaim[] => {
          if (isNew) return [fresh(index, to)];
          if (!orders.includes(from) || moved.has(from) || from === to) return [];
          moved.add(from);
          return [move(index, from, to)];
        });
        const conflicting = findConflictingClaims(existing(...orders), claims);
        const met = claims.filter((claim) => !conflicting.has(claim));
        const left = new Set(met.flatMap(({ item }) => (item ? [item.order] : [])));
        const held = [...orders.filter((one) => !left.has(one)), ...met.map((claim) => claim.order)];
        expect(new Set(held).size).toBe(held.length);
      },
    ),
    { numRuns: 300 },
  );
});
