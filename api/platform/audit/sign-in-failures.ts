import { insertAtMostInEqualTime } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from '../http/request-info.ts';

// Entries per hour, action and account. All unknown accounts share the larger limit.
const PER_ACCOUNT = 30;
const PER_UNKNOWN_ACCOUNT = 300;

interface Failure {
  actorId: string | null;
  /** Null for an unknown account. */
  targetUserId: string | null;
  action:
    | 'LOGIN_FAILED'
    | 'LOGIN_LOCKED'
    | 'PASSWORD_CHECK_FAILED'
    | 'PASSWORD_CHECK_LOCKED'
    | 'PASSKEY_CHECK_FAILED'
    | 'RECOVERY_CODE_FAILED'
    | 'CODE_FAILED';
  metadata?: Record<string, unknown>;
  requestInfo: Pick<RequestInfo, 'address' | 'requestId'>;
}

/** Known and unknown accounts run the same statement, also beyond the limit (docs/security.md P12). */
export function recordFailure(db: Database, failure: Failure): Promise<void> {
  return insertAtMostInEqualTime(
    db,
    failure,
    failure.targetUserId === null ? PER_UNKNOWN_ACCOUNT : PER_ACCOUNT,
  );
}
