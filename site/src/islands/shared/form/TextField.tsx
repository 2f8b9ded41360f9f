import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Form } from '#site/islands/shared/form/form.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { CharacterCount } from '#site/islands/ui/Textarea.tsx';
import { TextInput } from '#site/islands/ui/TextInput.tsx';

export type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

export interface FieldProps<Values extends object> {
  form: Form<Values>;
  name: TextName<Values>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
}

interface StaffFieldProps<Values extends object> extends FieldProps<Values> {
  /** Shows a counter; longer text can still be typed. */
  counterMax?: number | undefined;
  children: ReactNode;
}

export function StaffField<Values extends object>({
  form,
  name,
  required = false,
  counterMax,
  ...field
}: StaffFieldProps<Values>) {
  const { values, errors } = useStore(form.$form);
  const counter =
    counterMax === undefined ? null : <CharacterCount text={values[name] as string} max={counterMax} />;
  return <Field {...field} error={errors[name]} required={required} optional={!required} counter={counter} />;
}

interface Props<Values extends object> extends Omit<StaffFieldProps<Values>, 'children'> {
  placeholder?: string;
  type?: 'text' | 'url' | 'number' | 'date' | 'time' | 'datetime-local' | 'email';
  min?: number;
  step?: number;
  /** Called after the form has the value. */
  onTyped?: () => void;
}

export function TextField<Values extends object>({
  onTyped,
  type = 'text',
  placeholder,
  min,
  step,
  ...field
}: Props<Values>) {
  const { form, name } = field;
  const { values, busy } = useStore(form.$form);
  return (
    <StaffField {...field}>
      <TextInput
        {...{ type, placeholder, min, step, name }}
        value={values[name] as string}
        readOnly={busy}
        autoComplete="off"
        // Invalid numbers arrive as ''.
        onChange={(event) => {
          form.change(name, event.currentTarget.value as Values[typeof name]);
          onTyped?.();
        }}
      />
    </StaffField>
  );
}
