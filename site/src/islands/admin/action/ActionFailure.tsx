import { useStore } from '@nanostores/react';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { focusNearby } from '#site/islands/ui/focus-nearby.ts';
import { useIntoSight } from '#site/islands/ui/into-sight.ts';
import type { ConfirmedAction } from './confirmed-action.ts';

/** The red banner above a kept list: what could not be done (docs/product.md OPEN-27). */
export function ActionFailure<Subject>({ action }: { action: ConfirmedAction<Subject> }) {
  const { failure } = useStore(action.$action);
  return <FailureBanner failure={failure} onDismiss={action.dismiss} />;
}

interface BannerProps {
  failure: string | null;
  onDismiss: () => void;
}

/**
 * The same for failures that have no question before them. It comes into sight, as the row that was acted on may stand far
 * below. The region stands before its words, so they are announced.
 */
export function FailureBanner({ failure, onDismiss }: BannerProps) {
  const box = useIntoSight<HTMLDivElement>(failure);
  const dismiss = () => {
    onDismiss();
    // The button that had the focus goes.
    focusNearby();
  };
  return (
    <div role="alert" className="empty:hidden">
      {failure ? (
        <Alert
          ref={box}
          className="scroll-mt-20"
          tone="danger"
          announce={false}
          action={
            <Button variant="secondary" size="small" onClick={dismiss}>
              Dismiss
            </Button>
          }
        >
          {failure}
        </Alert>
      ) : null}
    </div>
  );
}
