import type { ComponentProps, ReactElement } from 'react';
import { CONTROL, useFieldControl } from './field-control.ts';

interface Props extends ComponentProps<'textarea'> {
  value: string;
  /** Shows 'n / max' below; does not cut the text. */
  counterMax?: number;
  /** From this length on the counter warns. */
  counterWarning?: number;
}

/** Several lines of text, with a counter where there is a limit. */
export function Textarea({
  value,
  counterMax,
  counterWarning,
  className = '',
  ...rest
}: Props): ReactElement {
  const control = useFieldControl();
  const isWarning = counterWarning !== undefined && value.length > counterWarning;
  const isOver = counterMax !== undefined && value.length > counterMax;
  return (
    <div>
      <textarea
        rows={4}
        {...control}
        {...rest}
        value={value}
        className={`${CONTROL} min-h-24 resize-y py-2.5 leading-normal ${className}`}
      />
      {counterMax !== undefined && (
        <p
          className={`mt-1 text-end text-xs tabular-nums ${isOver ? 'font-semibold text-danger' : isWarning ? 'font-semibold text-warning' : 'text-faint'}`}
        >
          {value.length} / {counterMax}
        </p>
      )}
    </div>
  );
}
