import type { ComponentProps, ReactElement } from 'react';
import { lengthOf } from '#contract/text.ts';
import { CONTROL, useFieldControl } from './field-control.ts';

interface Props extends ComponentProps<'textarea'> {
  value: string;
}

export function Textarea({ className = '', ...rest }: Props): ReactElement {
  return (
    <textarea
      rows={4}
      {...useFieldControl()}
      {...rest}
      className={`${CONTROL} min-h-24 resize-y py-2.5 leading-normal ${className}`}
    />
  );
}

interface CharacterCountProps {
  text: string;
  max: number;
}

/** '12 / 200', counted as on the server; warns over the last tenth. */
export function CharacterCount({ text, max }: CharacterCountProps) {
  const length = lengthOf(text);
  const look =
    length > max
      ? 'font-semibold text-danger'
      : length > max * 0.9
        ? 'font-semibold text-warning'
        : 'text-faint';
  return (
    <p className={`ms-auto shrink-0 pt-0.5 text-xs tabular-nums ${look}`}>
      {length} / {max}
    </p>
  );
}
