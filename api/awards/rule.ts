import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { createId } from '../platform/process/secrets.ts';

/** When rules are asked, and what they are told. The learner's sums are true and locked. */
export interface Moments {
  /** After each tick. */
  tick: { userId: string; leagueId: string };
  /** After a tick or an approval that leaves its league complete, and daily where a change of staff completed one. */
  league: { userId: string; leagueId: string };
  /** Once a day, for each learner who completed a resource in the last two days. */
  day: { userId: string; timeZone: string };
}
export type When = keyof Moments;

export interface AwardRuleAt<W extends When> {
  /** Stable: stored as `badges.key` by rules with a badge of their own. */
  key: string;
  when: W;
  action: 'BADGE_EARNED' | 'SPECIALIZATION_COMPLETED' | 'CERTIFICATE_ISSUED';
  /** The badge of no league that this rule gives. */
  badge?: { name: string; description: string };
  /** Grants what is due and not yet had; a unique index settles races, so granting twice grants once. */
  grant(tx: Database, learner: Moments[W]): Promise<Award[]>;
}
export type AwardRule = { [W in When]: AwardRuleAt<W> }[When];

export interface Award {
  id: string;
  name: string;
  /** Of a certificate alone: how it is found, and what it is of. */
  code?: string;
  leagueId?: string | null;
}

/** A rule that gives a badge of no league, which the daily run creates. A revoked badge is not given again. */
export function badgeRule<W extends When>({
  isEarned,
  ...rule
}: Pick<AwardRuleAt<W>, 'key' | 'when'> & {
  badge: { name: string; description: string };
  isEarned(tx: Database, learner: Moments[W]): Promise<boolean>;
}): AwardRuleAt<W> {
  return {
    ...rule,
    action: 'BADGE_EARNED',
    grant: async (tx, learner) => {
      const { userId } = learner;
      const [badge] = await tx
        .select({ id: badges.id, name: badges.name })
        .from(badges)
        .where(
          sql`${eq(badges.key, rule.key)} and not ${wasRevoked(sql`${userId}`, sql`${badges.id}`)} and not exists (
            select 1 from user_badges had where had.user_id = ${userId} and had.badge_id = ${badges.id})`,
        );
      if (!badge || !(await isEarned(tx, learner))) return [];
      const given = await tx
        .insert(userBadges)
        .values({ id: createId(), userId, badgeId: badge.id })
        .onConflictDoNothing({ target: [userBadges.userId, userBadges.badgeId] })
        .returning({ id: userBadges.badgeId });
      return given.map(({ id }) => ({ id, name: badge.name }));
    },
  };
}

/**
 * True in SQL where staff revoked a badge that the learner had earned: only their hand gives it back. A badge that they
 * gave too early and took back can still be earned.
 */
export const wasRevoked = (userId: SQL, badgeId: SQL) => sql`exists (
  select 1 from audit_log revoked where revoked.target_user_id = ${userId}
    and revoked.action = 'BADGE_REVOKED' and revoked.metadata::json ->> 'id' = ${badgeId}
    and coalesce(revoked.metadata::json ->> 'wasEarned', 'true') = 'true')`;
