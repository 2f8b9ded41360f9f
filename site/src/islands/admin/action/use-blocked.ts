import { useEffect, useState } from 'react';
import { getProfile } from '#contract/auth.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';

/** True if the call got no answer but another call did: a browser extension probably blocks it. */
export function useBlocked(error: unknown): boolean {
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
