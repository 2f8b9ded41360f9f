import type { AccessRule, Call } from '#contract/call.ts';
import { DATA_DOWNLOADS_PER_HOUR } from '#contract/own-account.ts';

type Subject = 'account' | 'address' | 'session';

export interface CallLimit {
  by: Subject;
  /** Multiplied by RATE_LIMIT_SCALE. */
  max: number;
  windowSeconds: number;
  /** Counted in the database for all processes; other limits in the memory of each. */
  isShared?: true;
}

const TEN_MINUTES = { windowSeconds: 600 };
const SHARED = { ...TEN_MINUTES, isShared: true } as const;
const SHARED_HOUR = { windowSeconds: 3600, isShared: true } as const;

/** Limits per account, and per address without one (docs/decisions/0036). A campus of thousands shares one address. */
export const LIMITS = {
  /** Counts successful sign-ins; failures have tighter limits (docs/security.md P19). */
  signIn: [
    { by: 'account', max: 120, ...SHARED },
    { by: 'address', max: 30_000, ...SHARED },
  ],
  /**
   * Apart from sign-ins, so that a stolen session cannot use up its owner's. Tighter limits: docs/security.md P7, P19.
   */
  code: [
    { by: 'account', max: 120, ...SHARED },
    { by: 'address', max: 30_000, ...SHARED },
  ],
  /** Each change leaves a permanent audit entry. */
  ownAccount: [{ by: 'account', max: 60, ...SHARED_HOUR }],
  /** Six devices may each send a thousand queued actions at once. */
  learningWrite: [{ by: 'account', max: 6000, ...TEN_MINUTES }],
  staffWrite: [{ by: 'account', max: 6000, ...TEN_MINUTES }],
  /** A league page shows dozens of icons, which count by address. */
  read: [
    { by: 'account', max: 15_000, ...TEN_MINUTES },
    { by: 'address', max: 100_000, ...TEN_MINUTES },
  ],

  slow: [{ by: 'account', max: 600, ...TEN_MINUTES }],
  export: [{ by: 'account', max: 40, ...SHARED }],
  ownData: [{ by: 'account', max: DATA_DOWNLOADS_PER_HOUR, ...SHARED_HOUR }],
  /**
   * Refreshes and calls without a valid token. 500 a second per address, so that a flood does not end the sessions of a
   * campus.
   */
  token: [
    { by: 'address', max: 300_000, ...TEN_MINUTES },
    { by: 'session', max: 240, ...TEN_MINUTES },
  ],
} as const satisfies Record<string, readonly CallLimit[]>;

export type LimitName = keyof typeof LIMITS;

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
  registerGuest: 'code',
  sendGuestCode: 'code',
  enrollInLeague: 'learningWrite',
  // A shared demo account signs out as often as it signs in.
  logout: 'learningWrite',
  dismissAnnouncement: 'learningWrite',
  registerForEvent: 'learningWrite',
  cancelOwnRegistration: 'learningWrite',
  markNewsRead: 'learningWrite',
  // Leaves an audit entry, and tells whether an address is taken.
  savePublicProfile: 'ownAccount',
  // Open streams are limited in api/leaderboard/changes.ts.
  followLeaderboard: 'read',
  getCalendarFeed: 'read',
  getCredentialStatus: 'read',
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
