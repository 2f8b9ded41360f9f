import { useStore } from '@nanostores/react';
import { Select } from '#site/islands/ui/Select.tsx';
import { type FieldProps, StaffField } from './TextField.tsx';

interface Props<Values extends object> extends FieldProps<Values> {
  placeholder?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Called after the form has the value. */
  onChosen?: (value: string) => void;
}

export function SelectField<Values extends object>({
  placeholder,
  options,
  onChosen,
  ...field
}: Props<Values>) {
  const { form, name } = field;
  const { values, busy } = useStore(form.$form);
  return (
    <StaffField {...field}>
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
    </StaffField>
  );
}
