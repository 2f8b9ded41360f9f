import { Component, type ReactNode } from 'react';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { ScreenHeading } from './ScreenHeading.tsx';

interface Props {
  children: ReactNode;
}

/**
 * Stands in for a screen that broke, or whose code could not be fetched; sidebar and header stay usable. React asks
 * for a class here.
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
