import type { ReactNode } from 'react';
import { Boundary } from '#site/islands/shared/boundary.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

/** Sidebar and header stay usable. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const fallback = (
    <>
      <ScreenHeading title="Something went wrong" className="sr-only" />
      <ErrorState title="This screen did not load" onRetry={() => location.reload()} retryLabel="Load again">
        Your progress is safe. Load the page again. If that does not help, check your connection.
      </ErrorState>
    </>
  );
  return <Boundary fallback={fallback}>{children}</Boundary>;
}
