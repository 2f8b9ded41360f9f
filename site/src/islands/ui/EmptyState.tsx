import type { ReactElement, ReactNode } from 'react';

interface Props {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  as?: 'h2' | 'h3' | 'p';
  className?: string;
}

export function EmptyState({
  title,
  children,
  action,
  as: Heading = 'h2',
  className = '',
}: Props): ReactElement {
  return (
    <div
      className={`grid justify-items-center gap-3 rounded-lg border border-dashed border-line-strong px-6 py-12 text-center ${className}`}
    >
      <svg width="96" height="40" viewBox="0 0 96 40" fill="none" aria-hidden="true">
        <path
          d="M25 20h12.1M60 20h12.1"
          className="stroke-line-strong"
          strokeWidth="3"
          strokeDasharray="0 6"
          strokeLinecap="round"
        />
        <circle cx="12" cy="20" r="8" className="fill-brand stroke-ink" strokeWidth="2" />
        <circle cx="48" cy="20" r="7" className="fill-page stroke-line-strong" strokeWidth="2" />
        <circle cx="84" cy="20" r="7" className="fill-page stroke-line-strong" strokeWidth="2" />
      </svg>
      <Heading className="font-display text-lg font-bold text-strong">{title}</Heading>
      {children && <div className="max-w-md text-balance text-muted">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
