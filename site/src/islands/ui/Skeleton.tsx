import type { ReactElement, ReactNode } from 'react';

/** A grey shape; set height and width by classes. Seen only after 150 ms. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }): ReactElement {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}

interface LoadingProps {
  /** Read aloud: 'Loading leagues...'. */
  label: string;
  /** Writes the label too. */
  visible?: boolean;
  className?: string;
  /** Skeletons in the shape of the contents. */
  children?: ReactNode;
}

/** A named status with skeletons. */
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
