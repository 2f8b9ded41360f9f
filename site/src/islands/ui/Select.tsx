import type { ComponentProps, ReactElement } from 'react';
import { chevronDown } from '#site/icons/arrows.ts';
import { useIncrementalList } from '../shared/list/incremental-list.ts';
import { CONTROL, useFieldControl } from './field-control.ts';
import { Icon } from './Icon.tsx';

interface Props extends ComponentProps<'select'> {
  /** First entry with an empty value: 'All leagues'. */
  placeholder?: string;
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** compact: 36 pixels, for filter rows. */
  density?: 'comfortable' | 'compact';
}

/** More choices than these come right after, some at a time: the browser styles each one of a list that is still closed. */
const OPTIONS_AT_ONCE = 40;

/** The device's own list of choices; the chosen one is there from the start. */
export function Select({
  placeholder,
  options,
  density = 'comfortable',
  className = '',
  ...rest
}: Props): ReactElement {
  const { count } = useIncrementalList({
    keys: options.map(({ value }) => value),
    step: OPTIONS_AT_ONCE,
  });
  const chosen = rest.value ?? rest.defaultValue;
  const drawn =
    count < options.length
      ? options.filter(({ value }, index) => index < count || value === chosen)
      : options;
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        {...rest}
        className={`${CONTROL} appearance-none truncate pe-10 ${density === 'compact' ? 'h-9 md:pointer-fine:text-sm' : 'h-11'} ${className}`}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {drawn.map(({ value, label, disabled }) => (
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
