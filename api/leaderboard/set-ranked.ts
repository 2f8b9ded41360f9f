import { sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';

/** Who takes part in the ranking: ACTIVE accounts that are PIONEER or LUMINARY (ROLE-14, docs/api.md 1.15). */
export const isRankedAccount = sql`(u.status = 'ACTIVE' and u.role in ('PIONEER', 'LUMINARY'))`;

/**
 * Brings an account's place in the ranking into line with its role and status, and gives a new account its row of
 * sums. Call it in the transaction that creates an account or changes its role or status. Without an id, every account.
 */
export async function setRanked(tx: Database, userId?: string): Promise<void> {
  const isAsked = userId === undefined ? sql`true` : sql`u.id = ${userId}`;
  await tx.execute(sql`
    insert into learner_stats (user_id, is_ranked)
    select u.id, ${isRankedAccount} from users u where ${isAsked}
    on conflict (user_id) do update set is_ranked = excluded.is_ranked
    where learner_stats.is_ranked <> excluded.is_ranked`);
}
