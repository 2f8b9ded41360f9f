import { INTEGER_MAX } from '#contract/constants.ts';

/** The order for something new: the highest there is plus 1, 1 where there is nothing (AMOD-12, ATOPIC-09). */
export function suggestOrder(siblings: readonly { order: number }[]): number {
  return siblings.reduce((highest, { order }) => Math.max(highest, order), 0) + 1;
}

/** The fault of an order as typed; undefined when it is a whole number from 1 on that no sibling has (AMOD-07, AMOD-10). */
export function findOrderFault(
  order: string,
  siblings: readonly { id: string; order: number; name: string }[] = [],
  ownId?: string,
): string | undefined {
  if (order.trim() === '') return 'Order is required';
  const number = Number(order);
  if (!Number.isInteger(number) || number < 1) return 'Order must be a whole number of at least 1';
  if (number > INTEGER_MAX) return `Order must be ${INTEGER_MAX} or less`;
  const holder = siblings.find((other) => other.order === number && other.id !== ownId);
  return holder && `Order ${number} is taken by ${holder.name}`;
}
