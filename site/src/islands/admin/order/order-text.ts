import { INTEGER_MAX } from '#contract/constants.ts';
import type { Form } from '#site/islands/shared/form/form.ts';

/** Replaces a suggestion once a person typed an order. */
export const TYPED = 'typed';

export interface OrderValues {
  /** As typed; '' for what is no number. */
  order: string;
  /** Equal to `order` where nobody typed one. */
  suggestedOrder: string;
}

/** Own order at home, else the highest plus 1, or 1 (AMOD-12, ATOPIC-09, ARES-10); none without a parent. */
export function suggestOrder(
  parentId: string,
  siblings: readonly { order: number }[],
  ownOrder: number | undefined,
): OrderValues {
  if (ownOrder !== undefined) return { order: String(ownOrder), suggestedOrder: TYPED };
  const last = siblings.reduce((highest, { order }) => Math.max(highest, order), 0);
  const order = parentId ? String(last + 1) : '';
  return { order, suggestedOrder: order };
}

/** Puts a suggestion into a form. */
export function fillOrder<Values extends OrderValues>(form: Form<Values>, suggestion: OrderValues): void {
  const orders = form as unknown as Form<OrderValues>;
  orders.change('order', suggestion.order);
  orders.change('suggestedOrder', suggestion.suggestedOrder);
}

/** Null leaves the order to the server, which knows the end. */
export function toSentOrder({ order, suggestedOrder }: OrderValues): number | null {
  return order === suggestedOrder ? null : Number(order);
}

/** Undefined for a whole number from 1 that no sibling has (AMOD-07, AMOD-10). */
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
