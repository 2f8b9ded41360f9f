import type { ComponentProps, ReactElement } from 'react';
import { chevronDown } from '#site/icons/arrows.ts';
import { CONTROL, useFieldControl } from './field-control.ts';
import { Icon } from './Icon.tsx';

interface Props extends ComponentProps<'select'> {
  placeholder?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  density?: 'comfortable' | 'compact';
}

export function Select({
  placeholder,
  options,
  density = 'comfortable',
  className = '',
  ...rest
}: Props): ReactElement {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        {...rest}
        className={`${CONTROL} appearance-none truncate pe-10 ${density === 'compact' ? 'h-9 md:pointer-fine:text-sm' : 'h-11'} ${className}`}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        path={chevronDown}
        size={18}
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
