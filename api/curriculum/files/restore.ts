import { sql } from 'drizzle-orm';
import { recordsFromEvents } from '../../learning/expected-counters.ts';
import { recountLearners } from '../../learning/learner-counters.ts';
import { insertRecords } from '../../learning/recount.ts';
import type { Database } from '../../platform/db/client.ts';
import { scopeOf } from './learners.ts';

/**
 * Restores learners' records from the event log when resources return under their old ids. Call it before the recount
 * and the returned function after it, because the recount misses learners without any other record.
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
