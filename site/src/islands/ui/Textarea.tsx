import type { ComponentProps, ReactElement } from 'react';
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
