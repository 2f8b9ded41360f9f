import type { ReactNode } from 'react';
import { Alert } from '#site/islands/ui/Alert.tsx';
import { Button } from '#site/islands/ui/Button.tsx';

interface Props {
  title: string;
  retryLabel: string;
  onRetry: () => void;
  className?: string;
  children: ReactNode;
}

export function LoadFailure({ title, retryLabel, onRetry, className, children }: Props) {
  const action = (
    <Button variant="secondary" size="small" onClick={onRetry}>
      {retryLabel}
    </Button>
  );
  return (
    <Alert tone="danger" title={title} className={className ?? ''} action={action}>
      {children}
    </Alert>
  );
}
