import type { ReactElement } from 'react';

interface Props {
  size?: number;
  /** Leave out inside a busy button, which has text of its own. */
  label?: string;
}

export function Spinner({ size = 20, label }: Props): ReactElement {
  const ring = (
    <svg
      className="animate-spin"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" strokeLinecap="round" />
    </svg>
  );
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3 text-muted">
      {ring}
      {label}
    </span>
  );
}
