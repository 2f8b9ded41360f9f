import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Form } from '#site/islands/shared/form/form.ts';
import { Field } from '#site/islands/ui/Field.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { CharacterCount } from './CharacterCount.tsx';
import type { TextName } from './TextField.tsx';

interface Props<Values extends object> {
  form: Form<Values>;
  name: TextName<Values>;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  rows?: number;
  counterMax?: number;
}

/** Several lines of a staff form, with their fault and their counter. */
export function TextareaField<Values extends object>({
  form,
  name,
  label,
  hint,
  required = false,
  rows = 4,
  counterMax,
}: Props<Values>) {
  const { values, errors, busy } = useStore(form.$form);
  const value = values[name] as string;
  return (
    <div>
      <Field label={label} hint={hint} error={errors[name]} required={required} optional={!required}>
        <Textarea
          name={name}
          rows={rows}
          value={value}
          disabled={busy}
          onChange={(event) => form.change(name, event.currentTarget.value as Values[typeof name])}
        />
      </Field>
      {counterMax === undefined ? null : <CharacterCount text={value} max={counterMax} />}
    </div>
  );
}
