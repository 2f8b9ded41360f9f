import { insertAtMostAlike } from '../db/audit-entry.ts';
import type { Database } from '../db/client.ts';
import type { RequestInfo } from '../http/request-info.ts';

/** Entries of one kind that an account can get in an hour; all that are about no account share the larger number. */
const PER_ACCOUNT = 30;
const ABOUT_NOBODY = 300;

interface Failure {
  /** Null for somebody not signed in. */
  actorId: string | null;
  /** The account that was tried; null where there is none. */
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
 * Writes down a wrong password, passkey or code, or a try that was not even compared because there had been too many. Known and
 * unknown accounts cost the same statement (docs/security.md P12), also where one has had its entries and the other not.
 */
export function recordFailure(db: Database, failure: Failure): Promise<void> {
  return insertAtMostAlike(db, failure, failure.targetUserId === null ? ABOUT_NOBODY : PER_ACCOUNT);
}
