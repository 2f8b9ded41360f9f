import type { ReactElement } from 'react';

interface Props {
  label: string;
  labelHidden?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** On or off, at once. On is told by place and by the tick in the knob, not by colour alone. */
export function Switch({
  label,
  labelHidden = false,
  checked,
  onChange,
  disabled = false,
  className = '',
}: Props): ReactElement {
  return (
    <label className={`inline-flex min-h-11 items-center gap-3 ${className}`}>
      <span className="relative h-6 w-11 shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-label={labelHidden ? label : undefined}
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 size-full appearance-none rounded-full border-[1.5px] border-line-strong bg-track transition-colors checked:border-ink checked:bg-brand enabled:hover:border-keyline disabled:opacity-60"
        />
        <svg
          className="pointer-events-none absolute start-1 top-1 transition-transform peer-checked:translate-x-5"
          width="16"
          height="16"
          viewBox="0 0 16 16"
          aria-hidden="true"
        >
          <circle cx="8" cy="8" r="8" className={checked ? 'fill-ink' : 'fill-line-strong'} />
          {checked && (
            <path d="M4.5 8.3l2.3 2.3 4.7-5" className="stroke-brand" strokeWidth="2" fill="none" />
          )}
        </svg>
      </span>
      {!labelHidden && <span className="text-strong">{label}</span>}
    </label>
  );
}
