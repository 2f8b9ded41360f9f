import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';
import { useFocusAfterwards } from '#site/islands/ui/focus-nearby.ts';
import { toLoadFailure } from '../action/failures.ts';

interface Props {
  /** As the catalogue writes it: 'resources', in 'Failed to load resources: …' (ERR-16). */
  many: string;
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** What did not load, above or among things that are there all the same, and the way to try again. */
export function LoadFailure({ many, error, busy, onRetry }: Props) {
  const notePress = useFocusAfterwards();
  const retry = () => {
    notePress();
    onRetry();
  };
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" size="small" onClick={retry} busy={busy}>
          Try again
        </Button>
      }
    >
      {toLoadFailure(many, error)}
    </Alert>
  );
}
