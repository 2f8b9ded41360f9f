import { sql } from 'drizzle-orm';
import { recordAudit } from '../audit.ts';
import type { Database } from '../db/client.ts';
import type { Caller } from '../endpoint.ts';
import { leagueComplete } from './rules/league-complete.ts';
import { specializationComplete } from './rules/specialization-complete.ts';

/** A learner who just completed something in a league; the learner's sums are true and locked. */
export interface Achievement {
  userId: string;
  leagueId: string;
}

/** One thing that can be earned: a name for the audit log and a grant that answers with what is new. */
export interface AwardRule {
  action: 'BADGE_EARNED' | 'SPECIALIZATION_COMPLETED';
  /** Grants what is due and not yet had; a unique index settles races, so granting twice grants once. */
  grant(tx: Database, achievement: Achievement): Promise<Award[]>;
}

export interface Award {
  id: string;
  name: string;
}

/** A new award is a new file here. */
const RULES: readonly AwardRule[] = [leagueComplete, specializationComplete];

/** Grants all that an achievement earns and writes it down; what was earned stays earned (contract section 4). */
export async function grantAwards(
  tx: Database,
  achievement: Achievement,
  caller?: Pick<Caller, 'address' | 'requestId'>,
): Promise<void> {
  for (const rule of RULES) {
    const awards = await rule.grant(tx, achievement);
    for (const { id, name } of awards) {
      await recordAudit(tx, {
        actorId: achievement.userId,
        targetUserId: achievement.userId,
        action: rule.action,
        description: name,
        metadata: { id, leagueId: achievement.leagueId },
        caller,
      });
    }
    if (awards.length > 0) await recountBadges(tx, achievement.userId);
  }
}

/** Brings a learner's number of badges into line. Call it in every transaction that gives or takes one. */
export async function recountBadges(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    update learner_stats set badges_earned = (select count(*) from user_badges where user_id = ${userId})
    where user_id = ${userId}`);
}
