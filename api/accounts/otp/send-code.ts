import type { ErrorDefinition } from '#contract/errors.ts';
import { inTransaction } from '../../platform/db/client.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { RequestInfo } from '../../platform/http/request-info.ts';
import type { Deps } from '../../platform/http/router.ts';
import { type CodeSubject, issueCode } from './codes.ts';
import { limitSend } from './limits.ts';

interface Asked extends CodeSubject {
  userId: string | null;
  resendSeconds: number;
}

interface Sending {
  requestInfo: RequestInfo;
  /** For another code within `resendSeconds`. */
  tooSoon: ErrorDefinition;
  queue: (inTx: Deps, issued: { code: string; token: string }) => Promise<void>;
}

/** Issues a code and queues its mail in one transaction. Throws `tooSoon` or 429. */
export async function sendCode(
  deps: Deps,
  asked: Asked,
  { requestInfo, tooSoon, queue }: Sending,
): Promise<{ expiresAt: string }> {
  const issued = await inTransaction(deps.db, async (tx) => {
    const inTx = { ...deps, db: tx };
    const result = await issueCode(tx, deps.secret, asked);
    if (!result.issued) return result;
    await limitSend(inTx, asked.kind, asked.email, requestInfo);
    await queue(inTx, result);
    return result;
  });
  if (issued.issued) return { expiresAt: issued.expiresAt };
  const { secondsLeft: seconds } = issued;
  throw new ApiError(tooSoon, { values: { seconds }, retryAfter: seconds });
}
