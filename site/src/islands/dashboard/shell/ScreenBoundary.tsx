import { Component, type ReactNode } from 'react';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

interface Props {
  children: ReactNode;
}

/**
 * Replaces a screen that crashed or failed to load; sidebar and header stay usable. Error boundaries must be classes.
 */
export class ScreenBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <>
        <ScreenHeading title="Something went wrong" className="sr-only" />
        <ErrorState
          title="This screen did not load"
          onRetry={() => location.reload()}
          retryLabel="Load again"
        >
          Your progress is safe. Load the page again. If that does not help, check your connection.
        </ErrorState>
      </>
    );
  }
}
