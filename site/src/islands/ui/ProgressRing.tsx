import type { ReactElement, ReactNode } from 'react';
import { toShownPercentage } from './ProgressBar.tsx';

interface Props {
  /** 0 to 100. */
  value: number;
  label: string;
  valueText?: string;
  size?: number;
  children?: ReactNode;
  className?: string;
}

/** Animates once. The dark edge gives yellow enough contrast on white. */
export function ProgressRing({
  value,
  label,
  valueText,
  size = 96,
  children,
  className = '',
}: Props): ReactElement {
  const shown = toShownPercentage(value);
  const circle = { cx: 48, cy: 48, r: 40, pathLength: 100, strokeDasharray: `${shown} 100` };
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={valueText}
      className={`relative inline-grid shrink-0 place-items-center ${className}`}
    >
      <svg width={size} height={size} viewBox="0 0 96 96" fill="none" aria-hidden="true">
        <circle className="stroke-track" cx="48" cy="48" r="40" strokeWidth="11" />
        {shown > 0 && (
          <g transform="rotate(-90 48 48)">
            <circle className="grow-ring stroke-ink" {...circle} strokeWidth="13" />
            <circle className="grow-ring stroke-brand" {...circle} strokeWidth="9.5" />
          </g>
        )}
      </svg>
      <span className="absolute font-display text-lg font-bold text-strong tabular-nums">
        {children ?? `${shown}%`}
      </span>
    </div>
  );
}
