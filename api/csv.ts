/** A byte order mark: spreadsheets would otherwise read UTF-8 as something else. */
const MARK = '\uFEFF';
/** Spreadsheets take a cell that begins so for a formula (security P32). */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Where the list separator is a semicolon or a tab, cells begin behind one and on a new line, whatever is quoted. */
const LATER_FORMULA = /([;\t\r\n])(?=[^\S\r\n]*[=+\-@])/g;

export type CsvValue = string | number | boolean | null | undefined;

/** One line of RFC 4180; what a spreadsheet would run as a formula gets an apostrophe before it. */
export function toCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(toCell).join(',')}\r\n`;
}

function toCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value);
  const text = String(value ?? '');
  const safe = (FORMULA.test(text) ? `'${text}` : text).replace(LATER_FORMULA, "$1'");
  return /[",\r\n\t]|^'|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file as a stream: head, then batch by batch as it is read; a reader that goes away stops the reading. */
export function streamCsv(
  head: readonly string[],
  batches: AsyncIterator<readonly (readonly CsvValue[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(MARK + toCsvLine(head))),
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
