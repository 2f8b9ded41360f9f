import { ORDER_MAX } from './limits.ts';

/** The order for something new: the highest there is plus 1, 1 where there is nothing (AMOD-12, ATOPIC-09). */
export function suggestOrder(siblings: readonly { order: number }[]): number {
  return siblings.reduce((highest, { order }) => Math.max(highest, order), 0) + 1;
}

/** The fault of an order as typed; undefined when it is a whole number from 1 on (AMOD-07). */
export function findOrderFault(order: string): string | undefined {
  if (order.trim() === '') return 'Order is required';
  const number = Number(order);
  if (!Number.isInteger(number) || number < 1) return 'Order must be a whole number of at least 1';
  return number > ORDER_MAX ? `Order must be ${ORDER_MAX} or less` : undefined;
}
