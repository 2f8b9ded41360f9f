import { useEffect, useState } from 'react';
import { getProfile } from '#contract/auth.ts';
import { isPasskeyMissing, toLoadAdvice, toLoadFailure } from '#site/islands/shared/action/failures.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { RetryButton } from '#site/islands/ui/RetryButton.tsx';

interface Props {
  many: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

export function NotLoaded({ many, error, busy, onRetry }: Props) {
  const isBlocked = useBlocked(error);
  return (
    <ErrorState
      title={
        isBlocked
          ? `Failed to load ${many}: something in this browser seems to block the request`
          : toLoadFailure(many, error)
      }
      onRetry={onRetry}
      busy={busy}
      action={
        isPasskeyMissing(error) ? (
          <ButtonLink href="/dashboard/profile#passkeys">Go to your passkeys</ButtonLink>
        ) : null
      }
    >
      {isBlocked
        ? 'Allow this site in your content blocker or extension, then try again.'
        : toLoadAdvice(error)}
    </ErrorState>
  );
}

/** True if the call got no answer but another call did: a browser extension probably blocks it. */
function useBlocked(error: unknown): boolean {
  const [blocked, setBlocked] = useState<unknown>(null);
  useEffect(() => {
    if (!(error instanceof ApiFailure && error.kind === 'network')) return;
    callApi(getProfile).then(
      () => setBlocked(error),
      () => undefined,
    );
  }, [error]);
  return blocked !== null && blocked === error;
}

export function LoadFailure({ many, error, busy, onRetry }: Props) {
  return (
    <Alert tone="danger" action={<RetryButton size="small" onRetry={onRetry} busy={busy} />}>
      {toLoadFailure(many, error)}
    </Alert>
  );
}
