import type { Form } from '#site/islands/shared/form/form.ts';
import { TextField } from './TextField.tsx';

interface Props<Values extends { order: string }> {
  form: Form<Values>;
  /** 'league': in 'Its place within the league, from 1'. */
  parent: string;
}

/** The place of what is edited among its siblings. */
export function OrderField<Values extends { order: string }>({ form, parent }: Props<Values>) {
  return (
    <TextField
      form={form as Form<{ order: string }>}
      name="order"
      label="Order"
      type="number"
      min={1}
      step={1}
      required
      hint={`Its place within the ${parent}, from 1`}
    />
  );
}
