import { sql } from 'drizzle-orm';
import type { Database } from '../platform/db/client.ts';

/** ACTIVE accounts with role PIONEER or LUMINARY (docs/api.md 1.15). */
export const isRankedAccount = sql`(u.status = 'ACTIVE' and u.role in ('PIONEER', 'LUMINARY'))`;

/**
 * Updates `is_ranked` from role and status and creates missing totals; without an id for all accounts. Call it in the
 * transaction that creates an account or changes its role or status.
 */
export async function setRanked(tx: Database, userId?: string): Promise<void> {
  const isAsked = userId === undefined ? sql`true` : sql`u.id = ${userId}`;
  await tx.execute(sql`
    insert into learner_stats (user_id, is_ranked)
    select u.id, ${isRankedAccount} from users u where ${isAsked}
    on conflict (user_id) do update set is_ranked = excluded.is_ranked
    where learner_stats.is_ranked <> excluded.is_ranked`);
}
