import type { CsvValue } from '#contract/csv.ts';
import { FileReply } from '../../platform/http/reply.ts';
import { dayIn } from '../../platform/process/product-day.ts';
import { streamCsv } from './csv-stream.ts';

type Column<Row> = ((row: Row) => CsvValue) & { isMoment?: true };

/** What each column of a file holds, by its head, in their order. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** A column of moments: local to the programme, with the zone in its head, as spreadsheets read dates. */
export function moment<Row>(pick: (row: Row) => string | null | undefined): Column<Row> {
  return Object.assign((row: Row) => pick(row), { isMoment: true } as const);
}

type Batches<Row> = AsyncGenerator<readonly Row[], void>;

/**
 * A list as a CSV file named after it, read batch by batch while it is sent. The first batch is read before
 * the reply begins, so that a filter the database refuses is answered in the envelope. `record` is done before the first
 * row leaves, and never when none is asked for: HEAD takes nothing away.
 */
export async function toCsvFile<Row>(
  { list, timeZone }: { list: string; timeZone: string },
  columns: Columns<Row>,
  batches: Batches<Row>,
  record: () => Promise<void> = async () => {},
): Promise<FileReply> {
  // Swedish writes '2026-11-28 14:05:00'.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const values = Object.values(columns).map((column) => (row: Row) => {
    const value = column(row);
    return column.isMoment && value ? format.format(new Date(String(value))) : value;
  });
  const heads = Object.entries(columns).map(([head, { isMoment }]) =>
    isMoment ? `${head} (${timeZone})` : head,
  );
  const lines = toLines(values, { first: await batches.next(), rest: batches, record });
  return new FileReply('text/csv', `${list}.csv`, streamCsv(heads, lines));
}

/** Adds the day to the name of a file, as it is where the product is at home. */
export function nameByDay({ type, fileName, content }: FileReply, timeZone: string): FileReply {
  return new FileReply(type, fileName.replace(/(?=\.csv$)/, `-${dayIn(timeZone)}`), content);
}

/** Not a generator: one that has not begun would not pass on that its reader went away. */
function toLines<Row>(
  values: readonly ((row: Row) => CsvValue)[],
  {
    first,
    rest,
    record,
  }: { first: IteratorResult<readonly Row[], void>; rest: Batches<Row>; record: () => Promise<void> },
): AsyncIterator<CsvValue[][], void> {
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
