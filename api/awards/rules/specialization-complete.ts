import { sql } from 'drizzle-orm';
import { queryRows } from '../../platform/db/client.ts';
import type { Award, AwardRuleAt } from '../rule.ts';

/** Needs all leagues of the specialization complete (docs/api.md 4). */
export const specializationComplete: AwardRuleAt<'league'> = {
  key: 'specialization-complete',
  when: 'league',
  action: 'SPECIALIZATION_COMPLETED',
  grant: (tx, { userId, leagueId }) =>
    queryRows<Award>(
      tx,
      sql`with completed as (
        insert into user_specializations (id, user_id, specialization_id)
        select gen_random_uuid()::text, ${userId}, here.specialization_id
        from specialization_leagues here
        where here.league_id = ${leagueId} and not exists (
          select 1
          from specialization_leagues sl
          join leagues l on l.id = sl.league_id
          left join league_progress lp on lp.league_id = l.id and lp.user_id = ${userId}
          where sl.specialization_id = here.specialization_id
            and (l.sections_count = 0 or coalesce(lp.completed_sections, 0) < l.sections_count)
        )
        on conflict (user_id, specialization_id) do nothing
        returning specialization_id
      )
      select sp.id, sp.name from completed join specializations sp on sp.id = completed.specialization_id`,
    ),
};
