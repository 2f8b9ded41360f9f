import type { ReactElement, ReactNode } from 'react';

interface Props {
  label: string;
  labelHidden?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
  children?: ReactNode;
}

/** Position and tick show the state, not colour alone. */
export function Switch({
  label,
  labelHidden = false,
  checked,
  onChange,
  disabled = false,
  className = '',
  children,
}: Props): ReactElement {
  return (
    <label className={`inline-flex min-h-11 items-center gap-3 ${className}`}>
      <input
        type="checkbox"
        role="switch"
        aria-label={labelHidden ? label : undefined}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="switch"
      />
      {labelHidden ? children : <span className="text-strong">{label}</span>}
    </label>
  );
}
