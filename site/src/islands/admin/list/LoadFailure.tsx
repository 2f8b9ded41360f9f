import { Alert } from '#site/islands/ui/Alert.tsx';
import { RetryButton } from '#site/islands/ui/RetryButton.tsx';
import { toLoadFailure } from '../action/failures.ts';

interface Props {
  many: string;
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

export function LoadFailure({ many, error, busy, onRetry }: Props) {
  return (
    <Alert tone="danger" action={<RetryButton size="small" onRetry={onRetry} busy={busy} />}>
      {toLoadFailure(many, error)}
    </Alert>
  );
}
