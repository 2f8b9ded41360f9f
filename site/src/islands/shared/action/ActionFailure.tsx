import { useStore } from '@nanostores/react';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { focusNearby } from '#site/islands/ui/focus-nearby.ts';
import { useScrollIntoView } from '#site/islands/ui/scroll-into-view.ts';
import type { ConfirmedAction } from './confirmed-action.ts';

export function ActionFailure<Subject>({ action }: { action: ConfirmedAction<Subject> }) {
  const { failure } = useStore(action.$action);
  return <FailureBanner failure={failure} onDismiss={action.dismiss} />;
}

/** Scrolls into view, as the row may be far below; the live region has to exist before its text. */
export function FailureBanner({ failure, onDismiss }: { failure: string | null; onDismiss: () => void }) {
  const box = useScrollIntoView<HTMLDivElement>(failure);
  const dismiss = () => {
    onDismiss();
    // The focused button is about to disappear.
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
