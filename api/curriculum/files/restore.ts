import { sql } from 'drizzle-orm';
import { recordsFromEvents } from '../../learning/expected-counters.ts';
import { recountLearners } from '../../learning/learner-counters.ts';
import { insertRecords } from '../../learning/recount.ts';
import type { Database } from '../../platform/db/client.ts';
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
  await tx.execute(insertRecords(recordsFromEvents(scopeOf(resourceIds, leagueId))));
  return async () => {
    await tx.execute(
      recountLearners(
        sql`select distinct rp.user_id from resource_progress rp
        join json_array_elements_text(${JSON.stringify(resourceIds)}::json) back on back.value = rp.resource_id`,
      ),
    );
  };
}
