import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';

/** Keeps writers of a league's curriculum out while it is read; learners go on, their ticks share the same lock. */
export async function shareLeague(tx: Database, leagueId: string): Promise<void> {
  await tx.execute(sql`select id from leagues where id = ${leagueId} for share`);
}
