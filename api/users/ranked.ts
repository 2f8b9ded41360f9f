import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';

/** Keeps `is_ranked` true to 'ACTIVE and PIONEER or LUMINARY' after a role or status change, in its transaction. */
export async function keepRanked(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into learner_stats (user_id, is_ranked)
    select id, status = 'ACTIVE' and role in ('PIONEER', 'LUMINARY') from users where id = ${userId}
    on conflict (user_id) do update set is_ranked = excluded.is_ranked`);
}
