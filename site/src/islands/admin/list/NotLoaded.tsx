import { ButtonLink } from '#site/islands/ui/Button.tsx';
import { ErrorState } from '#site/islands/ui/ErrorState.tsx';
import {
  BLOCKED_ADVICE,
  isPasskeyMissing,
  toBlockedFailure,
  toLoadAdvice,
  toLoadFailure,
} from '../action/failures.ts';
import { useBlocked } from '../action/use-blocked.ts';

interface Props {
  /** As the catalogue writes it: 'resources', in 'Failed to load resources: …' (ERR-16). */
  many: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Replaces what did not load at all, with a retry (ADMIN-24). */
export function NotLoaded({ many, error, busy, onRetry }: Props) {
  const isBlocked = useBlocked(error);
  return (
    <ErrorState
      title={isBlocked ? toBlockedFailure(many) : toLoadFailure(many, error)}
      onRetry={onRetry}
      busy={busy}
      action={
        isPasskeyMissing(error) ? (
          <ButtonLink href="/dashboard/profile#passkeys">Go to your passkeys</ButtonLink>
        ) : null
      }
    >
      {isBlocked ? BLOCKED_ADVICE : toLoadAdvice(error)}
    </ErrorState>
  );
}
