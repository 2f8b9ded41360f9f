import { Component, type ReactNode } from 'react';

interface Props {
  /** Replaces children that crashed or failed to load. */
  fallback: ReactNode;
  children: ReactNode;
}

/** React supports error boundaries only as classes. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
