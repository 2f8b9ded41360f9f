import type { AccessRule, Call } from '#contract/call.ts';
import { DATA_DOWNLOADS_PER_HOUR } from '#contract/own-account.ts';

/** Whose calls are counted together: an account's, a network address's (IPv6 by its /64), or one session's. */
type Subject = 'account' | 'address' | 'session';

export interface CallLimit {
  by: Subject;
  /** Calls in the window, multiplied by RATE_LIMIT_SCALE. */
  max: number;
  windowSeconds: number;
  /** Counted in the database, once for all processes; each process counts the others in its own memory. */
  isShared?: true;
}

const TEN_MINUTES = { windowSeconds: 600 };
const SHARED = { ...TEN_MINUTES, isShared: true } as const;
const SHARED_HOUR = { windowSeconds: 3600, isShared: true } as const;

/**
 * What an account may ask for, and an address without an account (docs/decisions/0036). Roomy for people: what is
 * counted by address lets a campus of thousands in.
 */
export const LIMITS = {
  /** Sign-ins and sign-ups, by account the right ones alone; failures have tighter limits (docs/security.md P19). */
  signIn: [
    { by: 'account', max: 120, ...SHARED },
    { by: 'address', max: 30_000, ...SHARED },
  ],
  /**
   * Codes that are sent and typed, and the own password or passkey asked for again: each has tighter limits as well
   * (docs/security.md P7, P19). Apart from sign-ins, so that a stolen session uses up none of its owner's.
   */
  code: [
    { by: 'account', max: 120, ...SHARED },
    { by: 'address', max: 30_000, ...SHARED },
  ],
  /** Profile, names, sessions, passkeys and address of one's own: each leaves an audit entry for good. */
  ownAccount: [{ by: 'account', max: 60, ...SHARED_HOUR }],
  /** Six devices may each send a thousand kept actions at once (docs/decisions/0032). */
  learningWrite: [{ by: 'account', max: 6000, ...TEN_MINUTES }],
  staffWrite: [{ by: 'account', max: 6000, ...TEN_MINUTES }],
  /** A league's page shows dozens of icons, which count by address like everything that needs no token. */
  read: [
    { by: 'account', max: 15_000, ...TEN_MINUTES },
    { by: 'address', max: 100_000, ...TEN_MINUTES },
  ],

  /** Calls with a longer deadline: reports, imports, and writes that touch every learner of a league. */
  slow: [{ by: 'account', max: 600, ...TEN_MINUTES }],
  /** More files than a person needs, too few to keep the database busy. */
  export: [{ by: 'account', max: 40, ...SHARED }],
  /** It reads every table, and a stolen session shall not fetch it over and over. */
  ownData: [{ by: 'account', max: DATA_DOWNLOADS_PER_HOUR, ...SHARED_HOUR }],
  /**
   * Refreshes, and tokens that are missing, unknown, expired or of a suspended account. By address there is room for
   * five hundred a second: one person's flood shall not end the sessions of a campus.
   */
  token: [
    { by: 'address', max: 300_000, ...TEN_MINUTES },
    { by: 'session', max: 240, ...TEN_MINUTES },
  ],
} as const satisfies Record<string, readonly CallLimit[]>;

export type LimitName = keyof typeof LIMITS;

/** The few calls that have another limit than `limitOf` reads from what they are. */
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
  // An account that many share, as those of a demo, is left as often as it is entered.
  logout: 'learningWrite',
  // It stays open; how many are open at once is counted where they are held (api/leaderboard/changes.ts).
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

/** The limit of a call; every call has one. */
export function limitOf(call: Call): LimitName {
  const different = CALLS_THAT_DIFFER[call.name];
  if (different) return different;
  if (call.files) return 'export';
  if (call.deadlineMs) return 'slow';
  return call.method === 'GET' ? 'read' : WRITES[call.access];
}
