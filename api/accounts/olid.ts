import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../platform/db/client.ts';
import { product } from '../platform/process/product.ts';

/** Locks the year's row, so that no two people get the same OL ID. Call it in a transaction. */
export async function allocateOlid(tx: Database): Promise<string> {
  const [olid] = await allocateOlids(tx, 1);
  if (!olid) throw new Error('No OL ID was allocated');
  return olid;
}

export async function allocateOlids(tx: Database, count: number): Promise<string[]> {
  if (count < 1) return [];
  const [row] = await queryRows<{ year: number; last: number }>(
    tx,
    sql`
      insert into olid_sequences as s (year, last_number)
      values (extract(year from now())::int, ${count}::int)
      on conflict (year) do update set last_number = s.last_number + ${count}::int
      returning year, last_number as last`,
  );
  if (!row) return [];
  const year = String(row.year).slice(-3).padStart(3, '0');
  const first = row.last - count + 1;
  return Array.from(
    { length: count },
    (_, index) => `${product.olPrefix}${year}${String(first + index).padStart(6, '0')}`,
  );
}
