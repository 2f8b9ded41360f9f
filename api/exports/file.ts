import type { CsvValue } from '#contract/csv.ts';
import { FileReply } from '../http/reply.ts';
import { dayIn } from '../process/product-day.ts';
import { streamCsv } from './csv-stream.ts';

/** What each column of a file holds, by its head, in their order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

type Batches<Row> = AsyncGenerator<readonly Row[], void>;

/**
 * A list as a CSV file named after it, read batch by batch while it is sent. The first batch is read before
 * the reply begins, so that a filter the database refuses is answered in the envelope. `record` is done before the first
 * row leaves, and never when none is asked for: HEAD takes nothing away.
 */
export async function toCsvFile<Row>(
  list: string,
  columns: Columns<Row>,
  batches: Batches<Row>,
  record: () => Promise<void> = async () => {},
): Promise<FileReply> {
  const lines = toLines(columns, { first: await batches.next(), rest: batches, record });
  return new FileReply('text/csv', `${list}.csv`, streamCsv(Object.keys(columns), lines));
}

/** Adds the day to the name of a file, as it is where the product is at home. */
export function nameByDay({ type, fileName, content }: FileReply, timeZone: string): FileReply {
  return new FileReply(type, fileName.replace(/(?=\.csv$)/, `-${dayIn(timeZone)}`), content);
}

/** Not a generator: one that has not begun would not pass on that its reader went away. */
function toLines<Row>(
  columns: Columns<Row>,
  {
    first,
    rest,
    record,
  }: { first: IteratorResult<readonly Row[], void>; rest: Batches<Row>; record: () => Promise<void> },
): AsyncIterator<CsvValue[][], void> {
  const values = Object.values(columns);
  let waiting: typeof first | null = first;
  return {
    next: async () => {
      if (waiting) await record();
      const batch = waiting ?? (await rest.next());
      waiting = null;
      if (batch.done) return batch;
      return { done: false, value: batch.value.map((row) => values.map((value) => value(row))) };
    },
    return: async () => {
      await rest.return();
      return { done: true, value: undefined };
    },
  };
}

/** Rows that are at hand already, as the one batch of a file. */
export async function* inOneBatch<Row>(rows: readonly Row[]): Batches<Row> {
  yield rows;
}
