import type { ReactNode } from 'react';
import { Boundary } from '#site/islands/shared/boundary.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';

export function AreaBoundary({ children }: { children: ReactNode }) {
  const fallback = (
    <>
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState title="This screen did not load" onRetry={() => location.reload()} retryLabel="Load again">
        Your data is safe. Load the page again. If that does not help, check your connection.
      </ErrorState>
    </>
  );
  return <Boundary fallback={fallback}>{children}</Boundary>;
}
