import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { foldedText } from '../db/folded-text.ts';
import { indexOrder } from './ranking-sql.ts';
import { createRefreshed } from './refreshed.ts';

/**
 * The names of the first learners of the ranking, in its order: where a name that thousands have is looked for. What is kept
 * is a minute old at most; whoever is named is looked up again before they are shown.
 */
export function createTopNames(db: Database, size: number) {
  const kept = createRefreshed(db, (tx) => readNames(tx, size));
  return {
    warm: kept.get,
    /** Those of whose name each folded word is the beginning of a word, with their places. */
    async find(words: readonly string[]): Promise<{ id: string; rank: number }[]> {
      const beginnings = words.map((word) => ` ${word}`);
      return (await kept.get()).flatMap(({ id, name }, index) =>
        beginnings.every((beginning) => name.includes(beginning)) ? [{ id, rank: index + 1 }] : [],
      );
    },
  };
}

async function readNames(tx: Database, size: number): Promise<{ id: string; name: string }[]> {
  const rows = await queryRows<{ id: string; name: string }>(
    tx,
    sql`select u.id, ${foldedText(sql`u.name`)} as name from (
        select ls.*, row_number() over (order by ${indexOrder.down}) as place
        from (select * from learner_stats ls where ls.is_ranked order by ${indexOrder.down}
          limit ${sql.raw(String(size))}) ls
      ) first join users u on u.id = first.user_id order by first.place`,
  );
  return rows.map(({ id, name }) => ({ id, name: ` ${(name.match(WORD) ?? []).join(' ')}` }));
}

/** A word of a name or of a search: letters and digits of any script. */
export const WORD = /[\p{L}\p{M}\p{N}]+/gu;
