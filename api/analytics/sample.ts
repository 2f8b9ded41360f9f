import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { countRows, toSampleOf } from '../db/bounded-count.ts';
import type { Database } from '../db/client.ts';

/** Up to how many rows a report reads all; of more it reads about `sampled`. */
export interface Bounds {
  whole: number;
  sampled: number;
}

export const BOUNDS: Bounds = { whole: 50_000, sampled: 20_000 };

/** Some rows of a table: what stands after its name, and how many rows each of them stands for. */
export interface Sample {
  part: SQL;
  weight: number;
}

/**
 * The sample that a report reads of a table, where more rows pass a condition than it reads; null where it reads them all.
 * A table that nobody analyzed yet is read whole.
 */
export async function findSample(
  db: Database,
  table: PgTable,
  condition: SQL | undefined,
  { whole, sampled }: Bounds,
): Promise<Sample | null> {
  const { rows } = await countRows(db, table, { rows: condition }, whole + 1);
  if (rows <= whole) return null;
  const sample = await toSampleOf(db, table, sampled);
  return sample.weight > 1 ? sample : null;
}

/** What after the name of a table leaves the rows of a sample; nothing without one. */
export const partOf = (sample: Sample | null): SQL => sample?.part ?? sql``;

/** Rows of a sample as of all. */
export const scaleUp = (count: number, sample: Sample | null): number =>
  Math.round(count * (sample?.weight ?? 1));
