import { sql } from 'drizzle-orm';
import { LEADERBOARD_DEPTH } from '#contract/leaderboard.ts';
import { type Database, queryRows } from '../db/client.ts';
import { type Entry, exactMoment, isBefore, type Standing } from './rank-checkpoints.ts';
import { firstOfLeague, leagueFrom, rankingOrder, totalOf } from './ranking-sql.ts';
import { createRefreshed, type Refreshed } from './refreshed.ts';

/** Close together: of each learner after a checkpoint it is asked whether they are ranked and enrolled. */
const SPACING = 20;

/**
 * Checkpoints of leagues too large to gather, each down to where its list ends. They are taken when the product
 * starts, and like those of the whole ranking once a minute while somebody asks.
 */
export function createLeagueCheckpoints(db: Database, { spacing = SPACING } = {}) {
  const leagues = new Map<string, Refreshed<Entry[]>>();

  const keptOf = (league: string): Refreshed<Entry[]> => {
    const known = leagues.get(league);
    if (known) return known;
    const kept = createRefreshed(db, (tx) => readEntries(tx, league, spacing));
    leagues.set(league, kept);
    return kept;
  };
  const entriesOf = (league: string) => keptOf(league).current() ?? [];

  return {
    warm: (league: string) => keptOf(league).get(),

    /** The last checkpoint that so many stand before, or fewer; null where there is none yet. */
    findBefore: (league: string, rows: number): Entry | null =>
      entriesOf(league).findLast(({ before }) => before <= rows) ?? null,

    /** The place of somebody who is listed; null for who stands below the list, and where there are no checkpoints yet. */
    async rankIn(league: string, standing: Standing): Promise<number | null> {
      const entries = entriesOf(league);
      const entry = entries.findLast(
        (one) =>
          one.count > standing.count ||
          (one.count === standing.count && (one.userId === standing.userId || isBefore(one, standing))),
      );
      if (!entry) return null;
      // Some may have passed since the checkpoints were taken.
      const [found] = await queryRows<{ place: number | string }>(
        db,
        sql`select place from (
            select ranked.user_id, row_number() over (order by ${rankingOrder.down}) as place
            from (${leagueFrom(league, entry, 2 * spacing)}) ranked) listed
          where user_id = ${standing.userId}`,
      );
      const rank = found ? entry.before + Number(found.place) : null;
      return rank !== null && rank <= LEADERBOARD_DEPTH ? rank : null;
    },
  };
}

async function readEntries(tx: Database, league: string, spacing: number): Promise<Entry[]> {
  const rows = await queryRows<{ count: number; at: string | null; id: string; n: number | string }>(
    tx,
    sql`with ${totalOf(league)}
      select completed_resources as count, ${exactMoment(sql`last_completed_at`)} as at, user_id as id, n
      from (
        select ranked.*, row_number() over (order by ${rankingOrder.down}) as n
        from (${firstOfLeague(league, LEADERBOARD_DEPTH)}) ranked
      ) entry where n % ${sql.raw(String(spacing))} = 1 or ${sql.raw(String(spacing))} = 1 order by n`,
  );
  return rows.map(({ count, at, id, n }) => ({ count, at, userId: id, before: Number(n) - 1 }));
}
