import type { ReactElement, ReactNode } from 'react';

/** Set height and width with classes. Visible after 150 ms. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }): ReactElement {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

interface LoadingProps {
  label: string;
  visible?: boolean;
  className?: string;
  children?: ReactNode;
}

export function Loading({ label, visible = false, className = '', children }: LoadingProps): ReactElement {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className={visible ? 'appear-late mb-4 text-muted' : 'sr-only'}>
        {label}
      </p>
      {children}
    </div>
  );
}
