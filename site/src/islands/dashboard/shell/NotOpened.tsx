import { useEffect } from 'react';
import { warn } from '#site/islands/shared/toast/toast.ts';

/** Fallback for a dialog whose code failed to load. */
export function NotOpened({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    warn('This could not be opened. Check your connection, then load the page again.');
    onClose();
  }, []);
  return null;
}
