import { useEffect } from 'react';

/** Reads the address's fragment, and again when a whole link is pasted: that does not reload the page. */
export function useFragment(read: (fragment: string) => unknown): void {
  useEffect(() => {
    const readNow = () => void read(location.hash);
    readNow();
    addEventListener('hashchange', readNow);
    return () => removeEventListener('hashchange', readNow);
  }, [read]);
}
