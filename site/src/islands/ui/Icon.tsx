import type { ReactElement } from 'react';

interface Props {
  path: string;
  size?: number;
  strokeWidth?: number;
  className?: string;
}

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
