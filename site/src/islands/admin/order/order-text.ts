import { INTEGER_MAX } from '#contract/constants.ts';
import type { Form } from '#site/islands/shared/form/form.ts';

/** Value of `suggestedOrder` once the user typed an order. */
export const TYPED = 'typed';

export interface OrderValues {
  /** '' for an invalid number. */
  order: string;
  /** Equals `order` while the user has typed none. */
  suggestedOrder: string;
}

export interface Sibling {
  id: string;
  order: number;
  name: string;
}

/** The item's own order, else the highest plus 1. Empty without a parent or while its items load. */
export function suggestOrder(
  parentId: string,
  siblings: readonly { order: number }[] | null,
  ownOrder: number | undefined,
): OrderValues {
  if (ownOrder !== undefined) return { order: String(ownOrder), suggestedOrder: TYPED };
  if (!siblings) return { order: '', suggestedOrder: '' };
  const last = siblings.reduce((highest, { order }) => Math.max(highest, order), 0);
  const order = parentId ? String(last + 1) : '';
  return { order, suggestedOrder: order };
}

export function fillOrder<Values extends OrderValues>(form: Form<Values>, suggestion: OrderValues): void {
  const orders = form as unknown as Form<OrderValues>;
  orders.change('order', suggestion.order);
  orders.change('suggestedOrder', suggestion.suggestedOrder);
}

/** Nothing, or null for an item that moves, lets the server append it. */
export function toSentOrder(
  { order, suggestedOrder }: OrderValues,
  isNew = false,
): number | null | undefined {
  if (order === suggestedOrder) return isNew ? undefined : null;
  return Number(order);
}

export function findOrderFault(
  order: string,
  siblings: readonly Sibling[] = [],
  ownId?: string,
): string | undefined {
  if (order.trim() === '') return 'Order is required';
  const number = Number(order);
  if (!Number.isInteger(number) || number < 1) return 'Order must be a whole number of at least 1';
  if (number > INTEGER_MAX) return `Order must be ${INTEGER_MAX} or less`;
  const holder = siblings.find((other) => other.order === number && other.id !== ownId);
  return holder && `Order ${number} is taken by ${holder.name}`;
}
