import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit.ts';
import type { Database } from '../db/client.ts';
import { users } from '../db/schema/accounts.ts';
import { badges } from '../db/schema/awards.ts';
import { leagues } from '../db/schema/curriculum.ts';
import type { Caller } from '../endpoint.ts';
import { toBadgeEarnedMessage } from '../mail/messages/badge-earned.ts';
import { queueMail } from '../mail/outbox.ts';
import type { SecretKey } from '../secrets.ts';
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

/**
 * Grants all that an achievement earns, writes it down and tells the learner of a badge by mail; what was earned stays
 * earned (contract section 4).
 */
export async function grantAwards(
  tx: Database,
  achievement: Achievement,
  { caller, secret }: { caller?: Pick<Caller, 'address' | 'requestId'>; secret: SecretKey },
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
      if (rule.action === 'BADGE_EARNED') {
        await tellBadgeHolder(
          { db: tx, secret },
          { userId: achievement.userId, badgeId: id, how: 'completed' },
        );
      }
    }
    if (awards.length > 0) await recountBadges(tx, achievement.userId);
  }
}

/** Tells a person by mail that a badge is theirs. Call it in the transaction that gave it. */
export async function tellBadgeHolder(
  { db: tx, secret }: { db: Database; secret: SecretKey },
  { userId, badgeId, how }: { userId: string; badgeId: string; how: 'completed' | 'given' },
): Promise<void> {
  const [held] = await tx
    .select({ email: users.email, name: users.name, badge: badges.name, league: leagues.name })
    .from(badges)
    .innerJoin(leagues, eq(leagues.id, badges.leagueId))
    .innerJoin(users, eq(users.id, userId))
    .where(eq(badges.id, badgeId));
  if (!held) return;
  const { email, ...words } = held;
  await queueMail(
    { db: tx, secret },
    { kind: 'BADGE_EARNED', userId, to: email, message: toBadgeEarnedMessage({ ...words, how }) },
  );
}

/** Brings a learner's number of badges into line. Call it in every transaction that gives or takes one. */
export async function recountBadges(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    update learner_stats set badges_earned = (select count(*) from user_badges where user_id = ${userId})
    where user_id = ${userId}`);
}
