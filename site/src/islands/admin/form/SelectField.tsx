import { useStore } from '@nanostores/react';
import { Field } from '#site/islands/ui/Field.tsx';
import { Select } from '#site/islands/ui/Select.tsx';
import type { FieldProps } from './TextField.tsx';

interface Props<Values extends object> extends FieldProps<Values> {
  placeholder?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Called after the form has the value. */
  onChosen?: (value: string) => void;
}

export function SelectField<Values extends object>({
  form,
  name,
  label,
  hint,
  required = false,
  placeholder,
  options,
  onChosen,
}: Props<Values>) {
  const { values, errors, busy } = useStore(form.$form);
  return (
    <Field label={label} hint={hint} error={errors[name]} required={required} optional={!required}>
      <Select
        name={name}
        value={values[name] as string}
        disabled={busy}
        placeholder={placeholder}
        options={options}
        onChange={(event) => {
          const { value } = event.currentTarget;
          form.change(name, value as Values[typeof name]);
          onChosen?.(value);
        }}
      />
    </Field>
  );
}
