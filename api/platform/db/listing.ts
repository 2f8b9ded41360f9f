import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

export interface Listing<Row extends { id: string }> {
  ids: readonly string[];
  read: (ids: readonly string[]) => Promise<Row[]>;
}

/** Small, because turning a batch into text blocks other calls. */
export const BATCH_ROWS = 250;

/** Skips rows deleted meanwhile and never repeats a row, whatever is written during the read. */
export async function* readInBatches<Row extends { id: string }>({
  ids,
  read,
}: Listing<Row>): AsyncGenerator<readonly Row[], void> {
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    const batch = ids.slice(start, start + BATCH_ROWS);
    const rows = new Map((await read(batch)).map((row) => [row.id, row]));
    yield batch.flatMap((id) => rows.get(id) ?? []);
  }
}

export function isOneOf(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}
