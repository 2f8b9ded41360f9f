import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';
import { badges, userBadges } from '../platform/db/schema/awards.ts';
import { createId } from '../platform/process/secrets.ts';

/** When rules run, and their input. The learner's sums are recounted and locked. */
export interface Moments {
  /** After each tick, for awards only. */
  tick: { userId: string; leagueId: string };
  /** After a tick or an approval, daily for leagues that a staff change completed. The rule checks completeness. */
  league: { userId: string; leagueId: string };
  /** Once a day, for each learner who learned, revised or came to an event in the last two days. */
  day: { userId: string; timeZone: string };
}
export type When = keyof Moments;

export interface AwardRuleAt<W extends When> {
  /** Never changes: `badges.key` of the rule's own badge. */
  key: string;
  when: W;
  action: 'BADGE_EARNED' | 'SPECIALIZATION_COMPLETED' | 'CERTIFICATE_ISSUED';
  /** A badge of no league, created by the daily run. */
  badge?: { name: string; description: string };
  /** Returns new awards only; a unique index settles races. */
  grant(tx: Database, learner: Moments[W]): Promise<Award[]>;
}
export type AwardRule = { [W in When]: AwardRuleAt<W> }[When];

export interface Award {
  id: string;
  name: string;
  /** Only certificates have a code and a league. */
  code?: string;
  leagueId?: string | null;
}

/** Gives a badge of no league. A revoked badge is not given again. */
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

/** SQL condition: staff revoked an earned badge. A badge that they had given by hand can still be earned. */
export const wasRevoked = (userId: SQL, badgeId: SQL) => sql`exists (
  select 1 from audit_log revoked where revoked.target_user_id = ${userId}
    and revoked.action = 'BADGE_REVOKED' and revoked.metadata::json ->> 'id' = ${badgeId}
    and coalesce(revoked.metadata::json ->> 'wasEarned', 'true') = 'true')`;
