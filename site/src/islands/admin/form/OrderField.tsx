import type { Form } from '#site/islands/shared/form/form.ts';
import { type OrderValues, TYPED } from '../order/order-text.ts';
import { TextField } from './TextField.tsx';

interface Props<Values extends OrderValues> {
  form: Form<Values>;
  /** Completes 'Its place in the league, from 1'. */
  parent: string;
}

export function OrderField<Values extends OrderValues>({ form, parent }: Props<Values>) {
  const orders = form as unknown as Form<OrderValues>;
  return (
    <TextField
      form={orders}
      name="order"
      label="Order"
      type="number"
      min={1}
      step={1}
      required
      onTyped={() => orders.change('suggestedOrder', TYPED)}
      hint={`Its place in the ${parent}, from 1. At the end unless you change it.`}
    />
  );
}
