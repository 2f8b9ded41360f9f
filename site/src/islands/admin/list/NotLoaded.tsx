import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import { isPasskeyMissing, toLoadAdvice, toLoadFailure } from '../action/failures.ts';

interface Props {
  /** As the catalogue writes it: 'resources', in 'Failed to load resources: …' (ERR-16). */
  many: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** In place of what did not load at all: what happened, what to do, and the way to try again (ADMIN-24). */
export function NotLoaded({ many, error, busy, onRetry }: Props) {
  return (
    <ErrorState
      title={toLoadFailure(many, error)}
      onRetry={onRetry}
      busy={busy}
      action={
        isPasskeyMissing(error) ? (
          <ButtonLink href="/dashboard/profile#passkeys">Go to your passkeys</ButtonLink>
        ) : null
      }
    >
      {toLoadAdvice(error)}
    </ErrorState>
  );
}
