import { CSV_MARK, type CsvValue, toCsvLine } from '#contract/csv.ts';
import { FileReply } from '../../platform/http/reply.ts';
import { dayIn } from '../../platform/process/product.ts';

type Column<Row> = ((row: Row) => CsvValue) & { isMoment?: true };

export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** Local time without zone, as spreadsheets expect; the zone is in the heading. */
export function moment<Row>(pick: (row: Row) => string | null | undefined): Column<Row> {
  return Object.assign((row: Row) => pick(row), { isMoment: true } as const);
}

export type Batches<Row> = AsyncGenerator<readonly Row[], void>;

/**
 * Reads the first batch before the reply starts, so that a refused filter still gets an error envelope. `record` runs
 * before the first row is sent, and never for HEAD.
 */
export async function toCsvFile<Row>(
  { list, timeZone }: { list: string; timeZone: string },
  columns: Columns<Row>,
  batches: Batches<Row>,
  record: () => Promise<void> = async () => {},
): Promise<FileReply> {
  // The Swedish locale formats '2026-11-28 14:05:00'.
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

/** Appends today's date in the product's time zone to the file name. */
export function nameByDay({ type, fileName, content }: FileReply, timeZone: string): FileReply {
  return new FileReply(type, fileName.replace(/(?=\.csv$)/, `-${dayIn(timeZone)}`), content);
}

// Not a generator: `return()` on an unstarted generator would not reach `rest`.
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

export async function* inOneBatch<Row>(rows: readonly Row[]): Batches<Row> {
  yield rows;
}

function streamCsv(
  head: readonly string[],
  batches: AsyncIterator<readonly (readonly CsvValue[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(CSV_MARK + toCsvLine(head))),
    async pull(controller) {
      const { value, done } = await batches.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.map(toCsvLine).join('')));
    },
    async cancel() {
      await batches.return?.();
    },
  });
}
