import { sql } from 'drizzle-orm';
import { NAME_MAX_LENGTH } from '#contract/constants.ts';
import { lengthOf } from '#contract/text.ts';
import { allocateOlids } from '../accounts/olid.ts';
import type { Database } from '../platform/db/client.ts';
import { isOneOf } from '../platform/db/paging.ts';
import { users } from '../platform/db/schema/accounts.ts';
import { product } from '../platform/process/product.ts';
import { type Move, readColumn } from './context.ts';
import type { EarlierUser } from './earlier.ts';

// A higher number would use up the ids of its year.
const OLID_NUMBER_MAX = 900_000;
const OLID = new RegExp(`^${product.olPrefix}(\\d{3})(\\d{6})$`);

/**
 * Keeps valid OL IDs; accounts with a complete profile and no free OL ID get a new one. Later numbers continue after
 * the moved ones.
 */
export async function assignOlids(
  move: Move,
  fresh: readonly { row: EarlierUser; email: string }[],
): Promise<Map<string, string>> {
  const given = fresh.flatMap(({ row }) => (row.olid ? [row.olid] : []));
  const taken = new Set(await readColumn(move.tx, users.olid, isOneOf(users.olid, given)));
  const olids = new Map<string, string>();
  const wanting: (typeof fresh)[number][] = [];
  for (const one of fresh) {
    const olid = one.row.olid?.trim() ?? '';
    const number = Number(OLID.exec(olid)?.[2] ?? 0);
    const isGood =
      olid !== '' && !taken.has(olid) && lengthOf(olid) <= NAME_MAX_LENGTH && number <= OLID_NUMBER_MAX;
    if (isGood) {
      taken.add(olid);
      olids.set(one.row.id, olid);
    } else if (olid !== '' || one.row.migratedToV2) {
      wanting.push(one);
    }
  }
  await raiseSequences(move.tx, [...olids.values()]);
  const fromNow = await allocateOlids(move.tx, wanting.length);
  for (const [index, { row, email }] of wanting.entries()) {
    const olid = fromNow[index] ?? '';
    olids.set(row.id, olid);
    const reason = row.olid ? 'Somebody here has this OL ID' : 'A complete profile has an OL ID';
    move.cleaner.changed({ table: 'users', id: row.id, about: email }, 'olid', row.olid, olid, reason);
  }
  return olids;
}

async function raiseSequences(tx: Database, olids: readonly string[]): Promise<void> {
  const highest = new Map<number, number>();
  for (const olid of olids) {
    const [, year, number] = OLID.exec(olid) ?? [];
    if (year === undefined) continue;
    highest.set(2000 + Number(year), Math.max(highest.get(2000 + Number(year)) ?? 0, Number(number)));
  }
  for (const [year, last] of highest) {
    await tx.execute(sql`
      insert into olid_sequences as s (year, last_number) values (${year}, ${last})
      on conflict (year) do update set last_number = greatest(s.last_number, excluded.last_number)`);
  }
}
