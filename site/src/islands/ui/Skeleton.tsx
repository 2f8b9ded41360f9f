import type { ReactElement, ReactNode } from 'react';

/** A grey shape the size of what comes: give it height and width classes. Seen only after 150 ms. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }): ReactElement {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

interface LoadingProps {
  /** Read aloud: 'Loading leagues...'. */
  label: string;
  /** Writes the label as well. */
  visible?: boolean;
  className?: string;
  /** Skeletons in the shape of what comes. */
  children?: ReactNode;
}

/** A part of a screen that is on its way: a status with a name, and skeletons. */
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
