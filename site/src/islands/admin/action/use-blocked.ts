import { useEffect, useState } from 'react';
import { getProfile } from '#contract/auth.ts';
import { ApiFailure, callApi } from '#site/islands/shared/http/api.ts';

/**
 * True once a call got lost on the network while the API answers another one: an extension of the browser, such as a
 * content blocker, stops the call.
 */
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
