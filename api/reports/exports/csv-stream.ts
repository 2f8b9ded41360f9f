import { CSV_MARK, type CsvValue, toCsvLine } from '#contract/csv.ts';

export function streamCsv(
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
