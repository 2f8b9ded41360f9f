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

interface Props<Values extends object> extends FieldProps<Values> {
  placeholder?: string;
  type?: 'text' | 'url' | 'number' | 'date' | 'datetime-local' | 'email';
  min?: number;
  step?: number;
  /** Shows a counter; longer text can still be typed. */
  counterMax?: number;
  /** Called after the form has the value. */
  onTyped?: () => void;
}

export function TextField<Values extends object>({
  form,
  name,
  label,
  hint,
  required = false,
  counterMax,
  onTyped,
  type = 'text',
  ...rest
}: Props<Values>) {
  const { values, errors, busy } = useStore(form.$form);
  const value = values[name] as string;
  return (
    <Field
      label={label}
      hint={hint}
      error={errors[name]}
      required={required}
      optional={!required}
      counter={counterMax === undefined ? null : <CharacterCount text={value} max={counterMax} />}
    >
      <TextInput
        {...rest}
        type={type}
        name={name}
        value={value}
        readOnly={busy}
        autoComplete="off"
        // Invalid numbers arrive as ''.
        onChange={(event) => {
          form.change(name, event.currentTarget.value as Values[typeof name]);
          onTyped?.();
        }}
      />
    </Field>
  );
}
