import { Component, type ReactNode } from 'react';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';

interface Props {
  children: ReactNode;
}

/** React supports error boundaries only as classes. */
export class AreaBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <h1 className="sr-only">Something went wrong</h1>
        <ErrorState
          title="This screen did not load"
          onRetry={() => location.reload()}
          retryLabel="Load again"
        >
          Your data is safe. Load the page again. If that does not help, check your connection.
        </ErrorState>
      </>
    );
  }
}
