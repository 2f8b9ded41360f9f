import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A whole list: the ids of its rows in their order, and how rows are read by id, in any order. */
export interface Listing<Row extends { id: string }> {
  ids: readonly string[];
  read: (ids: readonly string[]) => Promise<Row[]>;
}

/** Rows that are read at a time: other calls wait while a batch is turned into text, so that it is a few milliseconds long. */
export const BATCH_ROWS = 250;

/**
 * The rows of a listing, batch by batch in its order. It is as long as it was when it was asked for: a row that is gone
 * meanwhile is left out, and none comes twice, whatever is written while it is read.
 */
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

/** The condition that an id is one of many: one parameter, so that it is one statement however many there are. */
export function isOneOf(column: PgColumn, ids: readonly string[]): SQL {
  return sql`${column} in (select value from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}
