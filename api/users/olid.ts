import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '../db/client.ts';
import { product } from '../product.ts';

/**
 * The next OL ID of the year, inside the caller's transaction: prefix, last three digits of the year, six-digit number
 * within it (contract section 4, olid). The year's row is locked, so no two people get the same one.
 */
export async function allocateOlid(tx: Database): Promise<string> {
  const [row] = await queryRows<{ year: number; number: number }>(
    tx,
    sql`
      insert into olid_sequences as s (year, last_number)
      values (extract(year from now())::int, 1)
      on conflict (year) do update set last_number = s.last_number + 1
      returning year, last_number as number`,
  );
  if (!row) throw new Error('No OL ID was allocated');
  const year = String(row.year).slice(-3).padStart(3, '0');
  return `${product.olPrefix}${year}${String(row.number).padStart(6, '0')}`;
}
