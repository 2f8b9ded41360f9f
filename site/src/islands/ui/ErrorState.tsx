import type { ReactElement, ReactNode } from 'react';
import { refresh } from '#site/icons/actions.ts';
import { alert } from '#site/icons/states.ts';
import { Button } from './Button.tsx';
import { useFocusAfterwards } from './focus-nearby.ts';
import { Icon } from './Icon.tsx';

interface Props {
  title: string;
  /** What is safe, what to do. */
  children?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  /** True while it tries again. */
  busy?: boolean;
  /** Another way out beside the retry button. */
  action?: ReactNode;
  className?: string;
}

/** Something failed: what happened, what is safe, what to do. Announced as an alert. */
export function ErrorState({
  title,
  children,
  onRetry,
  retryLabel = 'Try again',
  busy = false,
  action,
  className = '',
}: Props): ReactElement {
  const notePress = useFocusAfterwards();
  const retry = () => {
    notePress();
    onRetry?.();
  };
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
            <Button variant="secondary" onClick={retry} busy={busy}>
              {!busy && <Icon path={refresh} size={18} />}
              {retryLabel}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
