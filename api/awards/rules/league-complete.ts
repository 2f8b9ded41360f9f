import { sql } from 'drizzle-orm';
import { queryRows } from '../../platform/db/client.ts';
import { createId } from '../../platform/process/secrets.ts';
import type { Award, AwardRule } from '../rule.ts';

/**
 * The league's badge, with the last tick: every section of the league is complete (docs/api.md 4). One that was
 * earned and that staff revoked comes back by their hand alone, or a learner would only have to untick and tick once
 * more; one that they gave too early and took back is still to be earned.
 */
export const leagueComplete: AwardRule = {
  action: 'BADGE_EARNED',
  grant: (tx, { userId, leagueId }) =>
    queryRows<Award>(
      tx,
      sql`with earned as (
        insert into user_badges (id, user_id, badge_id)
        select ${createId()}, ${userId}, b.id
        from badges b
        join leagues l on l.id = b.league_id
        join league_progress lp on lp.league_id = l.id and lp.user_id = ${userId}
        where l.id = ${leagueId} and l.sections_count > 0 and lp.completed_sections = l.sections_count
          and not exists (
            select 1 from audit_log revoked where revoked.target_user_id = ${userId}
              and revoked.action = 'BADGE_REVOKED' and revoked.metadata::json ->> 'id' = b.id
              and coalesce(revoked.metadata::json ->> 'wasEarned', 'true') = 'true')
        on conflict (user_id, badge_id) do nothing
        returning badge_id
      )
      select b.id, b.name from earned join badges b on b.id = earned.badge_id`,
    ),
};
