import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { addNews } from '../community/news/news.ts';
import { recordAudit } from '../platform/audit/record.ts';
import type { Database } from '../platform/db/client.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { learnerStats } from '../platform/db/schema/learning.ts';
import type { RequestInfo } from '../platform/http/request-info.ts';
import { createId } from '../platform/process/secrets.ts';
import type { Award, AwardRule, AwardRuleAt, Moments, When } from './rule.ts';
import { firstEvent } from './rules/first-event.ts';
import { leagueCertificate } from './rules/league-certificate.ts';
import { leagueComplete } from './rules/league-complete.ts';
import { sevenDayStreak } from './rules/seven-day-streak.ts';
import { specializationCertificate } from './rules/specialization-certificate.ts';
import { specializationComplete } from './rules/specialization-complete.ts';

/** A rule that needs another award comes after it. */
const RULES: readonly AwardRule[] = [
  leagueComplete,
  specializationComplete,
  leagueCertificate,
  specializationCertificate,
  sevenDayStreak,
  firstEvent,
];

/**
 * Runs the rules of a moment, writes the audit log and the learner's news. Badge and certificate of a league share a
 * line. Returns the number of new awards.
 */
export async function grantAwards<W extends When>(
  tx: Database,
  when: W,
  learner: Moments[W],
  {
    requestInfo,
    isNotified = true,
  }: { requestInfo?: Pick<RequestInfo, 'address' | 'requestId'>; isNotified?: boolean } = {},
): Promise<number> {
  const { userId } = learner;
  const leagueId = 'leagueId' in learner ? learner.leagueId : null;
  const earned: Record<AwardRule['action'], Award[]> = {
    BADGE_EARNED: [],
    SPECIALIZATION_COMPLETED: [],
    CERTIFICATE_ISSUED: [],
  };
  const rules = RULES.filter((rule): rule is AwardRule & AwardRuleAt<W> => rule.when === when);
  let count = 0;
  for (const rule of rules) {
    const awards = await rule.grant(tx, learner);
    count += awards.length;
    for (const { id, name } of awards) {
      await recordAudit(tx, {
        actorId: userId,
        targetUserId: userId,
        action: rule.action,
        description: name,
        metadata: { id, leagueId },
        requestInfo,
      });
    }
    earned[rule.action].push(...awards);
  }
  if (earned.BADGE_EARNED.length > 0) await recountBadges(tx, sql`${userId}`);
  if (!isNotified) return count;
  const ofLeague = earned.CERTIFICATE_ISSUED.find((certificate) => certificate.leagueId === leagueId);
  for (const { name: badge } of earned.BADGE_EARNED) {
    await addNews(tx, 'BADGE_EARNED', [userId], {
      badge,
      ...(ofLeague?.code ? { code: ofLeague.code } : {}),
    });
  }
  const toldWithBadge = earned.BADGE_EARNED.length > 0 ? ofLeague : undefined;
  for (const certificate of earned.CERTIFICATE_ISSUED) {
    if (certificate === toldWithBadge) continue;
    const { name: title, code = '' } = certificate;
    await addNews(tx, 'CERTIFICATE_ISSUED', [userId], { title, code });
  }
  return count;
}

/** Keeps badges that staff renamed. */
export async function createRuleBadges(db: Database): Promise<void> {
  for (const { key, badge } of RULES) {
    if (badge)
      await db
        .insert(badges)
        .values({ id: createId(), key, ...badge })
        .onConflictDoNothing();
  }
}

/** Call it in every transaction that gives or revokes a badge. */
export async function recountBadges(tx: Database, learners: SQL, withoutLeague?: string): Promise<void> {
  const isGone = eq(badges.leagueId, withoutLeague ?? '');
  const gone = tx.select({ id: badges.id }).from(badges).where(isGone);
  const counted = and(eq(userBadges.userId, learnerStats.userId), notInArray(userBadges.badgeId, gone));
  await tx
    .update(learnerStats)
    .set({ badgesEarned: tx.$count(userBadges, counted) })
    .where(inArray(learnerStats.userId, sql`(${learners})`));
}
