import { eq, type SQL, sql } from 'drizzle-orm';
import { recordAudit } from '../platform/audit/record.ts';
import { badgeLeague } from '../platform/db/badge-league.ts';
import type { Database } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { badges } from '../platform/db/schema/awards.ts';
import { leagues } from '../platform/db/schema/curriculum.ts';
import type { RequestInfo } from '../platform/http/request-info.ts';
import { toBadgeEarnedMessage } from '../platform/mail/messages/badge-earned.ts';
import { toCertificateIssuedMessage } from '../platform/mail/messages/certificate-issued.ts';
import { queueMail } from '../platform/mail/outbox.ts';
import type { SecretKey } from '../platform/process/secrets.ts';
import type { Achievement, Award, AwardRule } from './rule.ts';
import { leagueCertificate } from './rules/league-certificate.ts';
import { leagueComplete } from './rules/league-complete.ts';
import { specializationCertificate } from './rules/specialization-certificate.ts';
import { specializationComplete } from './rules/specialization-complete.ts';

/** A new award is a new file in `rules/` and a line here; what stands on another award stands after it. */
const RULES: readonly AwardRule[] = [
  leagueComplete,
  specializationComplete,
  leagueCertificate,
  specializationCertificate,
];

type Mailing = { db: Database; secret: SecretKey };

/**
 * Grants all that an achievement earns, writes it down and, unless `isTold` is false, tells the learner by mail: of the
 * badge and the certificate of a league together. What was earned stays earned (docs/api.md 4).
 */
export async function grantAwards(
  tx: Database,
  achievement: Achievement,
  {
    requestInfo,
    secret,
    isTold = true,
  }: { requestInfo?: Pick<RequestInfo, 'address' | 'requestId'>; secret: SecretKey; isTold?: boolean },
): Promise<void> {
  const { userId, leagueId } = achievement;
  const earned: Record<AwardRule['action'], Award[]> = {
    BADGE_EARNED: [],
    SPECIALIZATION_COMPLETED: [],
    CERTIFICATE_ISSUED: [],
  };
  for (const rule of RULES) {
    const awards = await rule.grant(tx, achievement);
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
  if (!isTold) return;
  const mailing = { db: tx, secret };
  const ofLeague = earned.CERTIFICATE_ISSUED.find((certificate) => certificate.leagueId === leagueId);
  for (const badge of earned.BADGE_EARNED) {
    await notifyBadgeHolder(mailing, { userId, badgeId: badge.id, how: 'completed', code: ofLeague?.code });
  }
  const toldWithBadge = earned.BADGE_EARNED.length > 0 ? ofLeague : undefined;
  for (const certificate of earned.CERTIFICATE_ISSUED) {
    if (certificate !== toldWithBadge) await notifyCertificateHolder(mailing, userId, certificate);
  }
}

/**
 * Tells a person by mail that a badge is theirs, with the address of their certificate of the same league where there
 * is one. Call it in the transaction that gave it.
 */
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
    .select({ email: users.email, name: users.name, badge: badges.name, league: badgeLeague.name })
    .from(badges)
    .leftJoin(leagues, eq(leagues.id, badges.leagueId))
    .innerJoin(users, eq(users.id, userId))
    .where(eq(badges.id, badgeId));
  if (!held) return;
  const { email, ...badge } = held;
  await queueMail(
    { db: tx, secret },
    { kind: 'BADGE_EARNED', userId, to: email, message: toBadgeEarnedMessage({ ...badge, how, code }) },
  );
}

async function notifyCertificateHolder(
  { db: tx, secret }: Mailing,
  userId: string,
  { name: title, code = '', leagueId }: Award,
): Promise<void> {
  const [holder] = await tx
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, userId));
  if (!holder) return;
  const { email, name } = holder;
  const message = toCertificateIssuedMessage({
    name,
    title,
    code,
    of: leagueId ? 'league' : 'specialization',
  });
  await queueMail({ db: tx, secret }, { kind: 'CERTIFICATE_ISSUED', userId, to: email, message });
}

/** Brings a learner's number of badges into line. Call it in every transaction that gives or takes one. */
export async function recountBadges(tx: Database, learners: SQL, withoutLeague?: string): Promise<void> {
  const otherLeagues =
    withoutLeague === undefined
      ? sql``
      : sql`and ub.badge_id not in (select id from badges where league_id = ${withoutLeague})`;
  await tx.execute(sql`
    update learner_stats ls set badges_earned = (
      select count(*) from user_badges ub where ub.user_id = ls.user_id ${otherLeagues})
    where ls.user_id in (${learners})`);
}
