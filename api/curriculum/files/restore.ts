import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { recordsFromEvents } from '../../learning/expected-counters.ts';
import { scopeOf } from './learners.ts';

/**
 * Gives learners back what their history tells of resources that return under the ids they had, in this league: files of
 * an earlier commit undo a removal with the progress on it. Call it before counts are worked out again, and what it
 * answers after that: who had nothing left is not found by the recount.
 */
export async function restoreRecords(
  tx: Database,
  leagueId: string,
  resourceIds: readonly string[],
): Promise<() => Promise<void>> {
  if (resourceIds.length === 0) return async () => {};
  await tx.execute(sql`
    insert into resource_progress (id, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at)
    select gen_random_uuid()::text, user_id, resource_id, completed_at, marked_for_revision_at, personal_note,
      time_spent_seconds, created_at, updated_at
    from (${recordsFromEvents(scopeOf(resourceIds, leagueId))}) told`);
  return async () => {
    await tx.execute(sql`
      update learner_stats ls set completed_resources = counted.n, last_completed_at = counted.completed_at,
        last_completed_resource_id = counted.resource_id
      from (
        select who.user_id, sums.n, last.completed_at, last.resource_id
        from (
          select distinct rp.user_id from resource_progress rp
          join json_array_elements_text(${JSON.stringify(resourceIds)}::json) back on back.value = rp.resource_id
        ) who
        cross join lateral (
          select coalesce(sum(lp.completed_resources), 0) as n from league_progress lp
          where lp.user_id = who.user_id) sums
        left join lateral (
          select rp.completed_at, rp.resource_id from resource_progress rp
          where rp.user_id = who.user_id and rp.completed_at is not null
          order by rp.completed_at desc, rp.resource_id desc limit 1) last on true
      ) counted
      where ls.user_id = counted.user_id`);
  };
}
