import { insertAtMostAlike } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from '../http/request-info.ts';

/** Entries of one kind in an hour for an account; all unknown accounts share the larger number. */
const PER_ACCOUNT = 30;
const ABOUT_NOBODY = 300;

interface Failure {
  /** Null for somebody not signed in. */
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

/**
 * Records a wrong or refused password, passkey or code. Known and unknown accounts cost the same statement, also beyond
 * their number of entries (docs/security.md P12).
 */
export function recordFailure(db: Database, failure: Failure): Promise<void> {
  return insertAtMostAlike(db, failure, failure.targetUserId === null ? ABOUT_NOBODY : PER_ACCOUNT);
}
