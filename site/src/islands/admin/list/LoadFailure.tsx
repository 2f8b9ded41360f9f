import { Alert } from '#site/islands/ui/Alert.tsx';
import { RetryButton } from '#site/islands/ui/RetryButton.tsx';
import { toLoadFailure } from '../action/failures.ts';

interface Props {
  /** As the catalogue writes it: 'resources', in 'Failed to load resources: …' (ERR-16). */
  many: string;
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** A failed part of a screen, with a retry. */
export function LoadFailure({ many, error, busy, onRetry }: Props) {
  return (
    <Alert tone="danger" action={<RetryButton size="small" onRetry={onRetry} busy={busy} />}>
      {toLoadFailure(many, error)}
    </Alert>
  );
}
