import type { AccessRule, Call } from '#contract/call.ts';
import { DATA_DOWNLOADS_PER_HOUR } from '#contract/own-account.ts';

/** Calls of one subject are counted together; IPv6 addresses by their /64. */
type Subject = 'account' | 'address' | 'session';

export interface CallLimit {
  by: Subject;
  /** Calls in the window, multiplied by RATE_LIMIT_SCALE. */
  max: number;
  windowSeconds: number;
  /** Counted in the database for all processes; other limits in the memory of each. */
  isShared?: true;
}

const TEN_MINUTES = { windowSeconds: 600 };
const SHARED = { ...TEN_MINUTES, isShared: true } as const;
const SHARED_HOUR = { windowSeconds: 3600, isShared: true } as const;

/**
 * Limits of an account, and of an address without one (docs/decisions/0036). By address there is room for a campus of
 * thousands.
 */
export const LIMITS = {
  /** By account, successful sign-ins only; failures have tighter limits (docs/security.md P19). */
  signIn: [
    { by: 'account', max: 120, ...SHARED },
    { by: 'address', max: 30_000, ...SHARED },
  ],
  /**
   * Codes have tighter limits too (docs/security.md P7, P19). Apart from sign-ins, so that a stolen session cannot use
   * up its owner's.
   */
  code: [
    { by: 'account', max: 120, ...SHARED },
    { by: 'address', max: 30_000, ...SHARED },
  ],
  /** Each change leaves an audit entry for good. */
  ownAccount: [{ by: 'account', max: 60, ...SHARED_HOUR }],
  /** Six devices may each send a thousand kept actions at once. */
  learningWrite: [{ by: 'account', max: 6000, ...TEN_MINUTES }],
  staffWrite: [{ by: 'account', max: 6000, ...TEN_MINUTES }],
  /** A league page shows dozens of icons, which count by address like every call without a token. */
  read: [
    { by: 'account', max: 15_000, ...TEN_MINUTES },
    { by: 'address', max: 100_000, ...TEN_MINUTES },
  ],

  /** Calls with a longer deadline. */
  slow: [{ by: 'account', max: 600, ...TEN_MINUTES }],
  export: [{ by: 'account', max: 40, ...SHARED }],
  /** Reads every table, and a stolen session must not repeat it. */
  ownData: [{ by: 'account', max: DATA_DOWNLOADS_PER_HOUR, ...SHARED_HOUR }],
  /**
   * Refreshes and calls without a good token. By address there is room for 500 a second, so that one flood ends no
   * sessions of a campus.
   */
  token: [
    { by: 'address', max: 300_000, ...TEN_MINUTES },
    { by: 'session', max: 240, ...TEN_MINUTES },
  ],
} as const satisfies Record<string, readonly CallLimit[]>;

export type LimitName = keyof typeof LIMITS;

/** Calls whose limit `limitOf` cannot derive. */
export const CALLS_THAT_DIFFER: Record<string, LimitName> = {
  changePassword: 'code',
  deleteOwnAccount: 'code',
  proveIdentity: 'code',
  requestEmailChange: 'code',
  startProof: 'code',
  resetPassword: 'code',
  sendResetOtp: 'code',
  sendVerificationOtp: 'code',
  verifyEmailOtp: 'code',
  verifyResetOtp: 'code',
  enrollInLeague: 'learningWrite',
  // A shared account, as in a demo, signs out as often as it signs in.
  logout: 'learningWrite',
  // Open streams are limited in api/leaderboard/changes.ts.
  followLeaderboard: 'read',
  downloadOwnData: 'ownData',
  refreshSession: 'token',
};

const WRITES: Record<AccessRule, LimitName> = {
  public: 'signIn',
  any: 'ownAccount',
  learner: 'learningWrite',
  staff: 'staffWrite',
  chief: 'staffWrite',
  grand: 'staffWrite',
};

export function limitOf(call: Call): LimitName {
  const different = CALLS_THAT_DIFFER[call.name];
  if (different) return different;
  if (call.files) return 'export';
  if (call.deadlineMs) return 'slow';
  return call.method === 'GET' ? 'read' : WRITES[call.access];
}
