import { expect, test } from 'bun:test';
import { inOneBatch, toCsvFile } from './file.ts';

const COLUMNS = { Number: (row: number) => row, Words: (row: number) => `row ${row}` };

/** Rows without an end, and what became of their reading. */
function endlessRows() {
  const reading = { batches: 0, isOver: false };
  async function* read(): AsyncGenerator<number[], void> {
    try {
      for (;;) {
        reading.batches += 1;
        yield Array.from({ length: 1000 }, (_, index) => reading.batches * 1000 + index);
        await Bun.sleep(1);
      }
    } finally {
      reading.isOver = true;
    }
  }
  return { reading, rows: read() };
}

/** Serves one file on a port of its own and lets a client have it. */
async function withServed(
  content: string | ReadableStream<Uint8Array>,
  use: (url: URL) => Promise<void>,
): Promise<void> {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    development: false,
    fetch: () => new Response(content),
    error: () => new Response('broken', { status: 500 }),
  });
  try {
    await use(server.url);
  } finally {
    await server.stop(true);
  }
}

test('a file is named after its list, and holds its columns row by row', async () => {
  const file = await toCsvFile('things', COLUMNS, inOneBatch([1, 2]));
  expect([file.type, file.fileName]).toEqual(['text/csv', 'things.csv']);
  expect(await new Response(file.content).bytes()).toEqual(
    new TextEncoder().encode('\uFEFFNumber,Words\r\n1,row 1\r\n2,row 2\r\n'),
  );
  const empty = await toCsvFile('things', COLUMNS, inOneBatch([]));
  expect(await new Response(empty.content).text()).toBe('Number,Words\r\n');
});

test('what fails at the first batch fails before the reply begins', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield* [];
    throw new Error('refused by the database');
  }
  await expect(toCsvFile('things', COLUMNS, failing())).rejects.toThrow('refused by the database');
});

test('a client that goes away stops the reading', async () => {
  const { reading, rows } = endlessRows();
  const { content } = await toCsvFile('things', COLUMNS, rows);
  await withServed(content, async (url) => {
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    leaving.abort();
    for (let wait = 0; wait < 200 && !reading.isOver; wait++) await Bun.sleep(10);
  });
  expect(reading.isOver).toBe(true);
});

test('a reader that is slow is not read ahead of', async () => {
  const { reading, rows } = endlessRows();
  const { content } = await toCsvFile('things', COLUMNS, rows);
  const reader = (content as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await Bun.sleep(50);
  expect(reading.batches).toBeLessThanOrEqual(3);
  await reader.cancel();
  expect(reading.isOver).toBe(true);
});

test('what fails on the way is no whole file for the client', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield [1];
    await Bun.sleep(20);
    throw new Error('the database is gone');
  }
  const { content } = await toCsvFile('things', COLUMNS, failing());
  await withServed(content, async (url) => {
    const got = await fetch(url)
      .then((response) => response.text())
      .then(
        () => 'a whole file',
        () => 'a failure',
      );
    expect(got).toBe('a failure');
  });
});
