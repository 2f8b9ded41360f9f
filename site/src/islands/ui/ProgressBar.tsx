import type { ReactElement } from 'react';

interface Props {
  /** 0 to 100. */
  value: number;
  label: string;
  /** Read instead of the percentage, such as '3 of 12 resources'. */
  valueText?: string;
  withValue?: boolean;
  size?: 'small' | 'medium';
  className?: string;
}

/** Animates once. Uses SVG attributes, because the CSP forbids style attributes. */
export function ProgressBar({
  value,
  label,
  valueText,
  withValue = false,
  size = 'medium',
  className = '',
}: Props): ReactElement {
  const shown = toShownPercentage(value);
  const height = size === 'small' ? 8 : 12;
  return (
    <div className={`flex items-center gap-3 ${className}`}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={shown}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={valueText}
        className="min-w-12 flex-1 overflow-hidden rounded-full border border-line-strong bg-track"
      >
        <svg className="block w-full" height={height} aria-hidden="true">
          {shown > 0 && (
            <g className="grow-x">
              <rect className="fill-brand" width={`${shown}%`} height={height} />
              {shown < 100 && <rect className="fill-ink" x={`${shown}%`} width="2" height={height} />}
            </g>
          )}
        </svg>
      </div>
      {withValue && (
        <span className="w-11 text-end text-sm font-semibold text-strong tabular-nums" aria-hidden="true">
          {shown}%
        </span>
      )}
    </div>
  );
}

export function toShownPercentage(value: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value))) : 0;
}
