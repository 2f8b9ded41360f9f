import type { ReactElement } from 'react';

interface Props {
  /** A path of `icons/`. */
  path: string;
  /** Pixels. */
  size?: number;
  strokeWidth?: number;
  className?: string;
}

/** A stroke icon in the text's colour, never read aloud. */
export function Icon({ path, size = 20, strokeWidth = 1.75, className }: Props): ReactElement {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
