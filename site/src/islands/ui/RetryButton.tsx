import { type ComponentProps, type ReactElement, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { focusNearby } from './focus-nearby.ts';

interface Props extends Pick<ComponentProps<typeof Button>, 'busy' | 'size' | 'children'> {
  onRetry: () => void;
}

/** After a success, the button unmounts with its message, so the focus moves on. */
export function RetryButton({ onRetry, children = 'Try again', ...look }: Props): ReactElement {
  const wasPressed = useRef(false);
  useEffect(
    () => () => {
      if (wasPressed.current && document.activeElement === document.body) focusNearby();
    },
    [],
  );
  const retry = () => {
    wasPressed.current = true;
    onRetry();
  };
  return (
    <Button variant="secondary" onClick={retry} {...look}>
      {children}
    </Button>
  );
}
