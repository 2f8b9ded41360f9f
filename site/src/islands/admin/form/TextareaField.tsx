import { useStore } from '@nanostores/react';
import { MarkdownBox } from '#site/islands/shared/markdown/MarkdownBox.tsx';
import { Field } from '#site/islands/ui/Field.tsx';
import { CharacterCount, Textarea } from '#site/islands/ui/Textarea.tsx';
import type { FieldProps } from './TextField.tsx';

interface Props<Values extends object> extends FieldProps<Values> {
  rows?: number;
  counterMax?: number;
  isMarkdown?: boolean;
}

export function TextareaField<Values extends object>({
  form,
  name,
  label,
  hint,
  required = false,
  rows = 4,
  counterMax,
  isMarkdown = false,
}: Props<Values>) {
  const { values, errors, busy } = useStore(form.$form);
  const value = values[name] as string;
  const box = (
    <Textarea
      name={name}
      rows={rows}
      value={value}
      readOnly={busy}
      onChange={(event) => form.change(name, event.currentTarget.value as Values[typeof name])}
    />
  );
  return (
    <Field
      label={label}
      hint={hint}
      error={errors[name]}
      required={required}
      optional={!required}
      counter={counterMax === undefined ? null : <CharacterCount text={value} max={counterMax} />}
    >
      {isMarkdown ? <MarkdownBox text={value}>{box}</MarkdownBox> : box}
    </Field>
  );
}
