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
  many: string;
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

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
