import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../platform/audit/record.ts';
import { badgeLeague } from '../platform/db/badge-league.ts';
import type { Database } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import { learnerStats } from '../platform/db/schema/learning.ts';
import type { RequestInfo } from '../platform/http/request-info.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import { createId, type SecretKey } from '../platform/process/secrets.ts';
import type { Award, AwardRule, AwardRuleAt, Moments, When } from './rule.ts';
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
];

type Mailing = { db: Database; secret: SecretKey };

/**
 * Runs the rules of a moment, writes the audit log and mails the learner. Badge and certificate of a league share a
 * mail. Returns the number of new awards.
 */
export async function grantAwards<W extends When>(
  tx: Database,
  when: W,
  learner: Moments[W],
  {
    requestInfo,
    secret,
    isNotified = true,
  }: { requestInfo?: Pick<RequestInfo, 'address' | 'requestId'>; secret: SecretKey; isNotified?: boolean },
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
  const mailing = { db: tx, secret };
  const ofLeague = earned.CERTIFICATE_ISSUED.find((certificate) => certificate.leagueId === leagueId);
  for (const badge of earned.BADGE_EARNED) {
    await notifyBadgeHolder(mailing, { userId, badgeId: badge.id, how: 'completed', code: ofLeague?.code });
  }
  const toldWithBadge = earned.BADGE_EARNED.length > 0 ? ofLeague : undefined;
  for (const certificate of earned.CERTIFICATE_ISSUED) {
    if (certificate !== toldWithBadge) await notifyCertificateHolder(mailing, userId, certificate);
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

/** Call it in the transaction of the award. `code`: the certificate of the same league. */
export async function notifyBadgeHolder(
  { db: tx, secret }: Mailing,
  {
    userId,
    badgeId,
    how,
    code,
  }: { userId: string; badgeId: string; how: 'completed' | 'given'; code?: string },
): Promise<void> {
  const [held] = await tx
    .select({
      email: users.email,
      name: users.name,
      badge: badges.name,
      league: badgeLeague.name,
      key: badges.key,
    })
    .from(badges)
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .innerJoin(users, eq(users.id, userId))
    .where(eq(badges.id, badgeId));
  if (!held) return;
  const { email, key, ...badge } = held;
  await queueMail(
    { db: tx, secret },
    'BADGE_EARNED',
    { id: userId, email },
    {
      ...badge,
      how: key && how === 'completed' ? 'achieved' : how,
      code,
    },
  );
}

async function notifyCertificateHolder(
  { db: tx, secret }: Mailing,
  userId: string,
  { name: title, code = '', leagueId }: Award,
): Promise<void> {
  const [holder] = await tx
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId));
  if (!holder) return;
  const of = leagueId ? 'league' : 'specialization';
  const facts = { name: holder.name, title, code, of } as const;
  await queueMail({ db: tx, secret }, 'CERTIFICATE_ISSUED', holder, facts);
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
