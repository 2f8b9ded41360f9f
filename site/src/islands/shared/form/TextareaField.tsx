import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { MarkdownBox } from '#site/islands/shared/markdown/MarkdownBox.tsx';
import { Textarea } from '#site/islands/ui/Textarea.tsx';
import { StaffField } from './TextField.tsx';

interface Props<Values extends object> extends Omit<ComponentProps<typeof StaffField<Values>>, 'children'> {
  rows?: number;
  isMarkdown?: boolean;
}

export function TextareaField<Values extends object>({ rows = 4, isMarkdown, ...field }: Props<Values>) {
  const { form, name } = field;
  const { values, busy } = useStore(form.$form);
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
    <StaffField {...field}>{isMarkdown ? <MarkdownBox text={value}>{box}</MarkdownBox> : box}</StaffField>
  );
}
