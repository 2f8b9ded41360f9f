import { sql } from 'drizzle-orm';
import { queryRows } from '../../platform/db/client.ts';
import { createId } from '../../platform/process/secrets.ts';
import { type Award, type AwardRuleAt, wasRevoked } from '../rule.ts';

/** The league's badge, once every section of the league is complete (docs/api.md 4). */
export const leagueComplete: AwardRuleAt<'league'> = {
  key: 'league-complete',
  when: 'league',
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
          and not ${wasRevoked(sql`${userId}`, sql`b.id`)}
        on conflict (user_id, badge_id) do nothing
        returning badge_id
      )
      select b.id, b.name from earned join badges b on b.id = earned.badge_id`,
    ),
};
