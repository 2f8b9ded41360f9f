import type { Database } from '../platform/db/client.ts';

/** A learner who just completed a league; the learner's sums are true and locked. */
export interface Achievement {
  userId: string;
  leagueId: string;
}

/** One thing that can be earned: a name for the audit log and a grant that answers with what is new. */
export interface AwardRule {
  action: 'BADGE_EARNED' | 'SPECIALIZATION_COMPLETED' | 'CERTIFICATE_ISSUED';
  /** Grants what is due and not yet had; a unique index settles races, so granting twice grants once. */
  grant(tx: Database, achievement: Achievement): Promise<Award[]>;
}

export interface Award {
  id: string;
  name: string;
  /** Of a certificate alone: how it is found, and what it is of. */
  code?: string;
  leagueId?: string | null;
}
