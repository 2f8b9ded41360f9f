import type { ReactElement, ReactNode } from 'react';
import { refresh } from '#site/icons/actions.ts';
import { alert } from '#site/icons/states.ts';
import { Icon } from './Icon.tsx';
import { RetryButton } from './RetryButton.tsx';

interface Props {
  title: string;
  children?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  busy?: boolean;
  action?: ReactNode;
  className?: string;
}

export function ErrorState({
  title,
  children,
  onRetry,
  retryLabel = 'Try again',
  busy = false,
  action,
  className = '',
}: Props): ReactElement {
  return (
    <div
      role="alert"
      className={`grid justify-items-center gap-3 rounded-lg border border-line-strong bg-surface px-6 py-12 text-center ${className}`}
    >
      <span className="grid size-12 place-items-center rounded-full bg-danger-tint text-danger">
        <Icon path={alert} size={26} />
      </span>
      <h2 className="text-lg">{title}</h2>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {(onRetry || action) && (
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {onRetry && (
            <RetryButton onRetry={onRetry} busy={busy}>
              {!busy && <Icon path={refresh} size={18} />}
              {retryLabel}
            </RetryButton>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
