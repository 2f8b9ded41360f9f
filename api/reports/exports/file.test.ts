import { expect, test } from 'bun:test';
import { inOneBatch, moment, toCsvFile } from './file.ts';

const THINGS = { list: 'things', timeZone: 'Asia/Kolkata' };
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
  const file = await toCsvFile(THINGS, COLUMNS, inOneBatch([1, 2]));
  expect([file.type, file.fileName]).toEqual(['text/csv', 'things.csv']);
  expect(await new Response(file.content).bytes()).toEqual(
    new TextEncoder().encode('\uFEFFNumber,Words\r\n1,row 1\r\n2,row 2\r\n'),
  );
  const empty = await toCsvFile(THINGS, COLUMNS, inOneBatch([]));
  expect(await new Response(empty.content).text()).toBe('Number,Words\r\n');
});

test('moments are local to the programme, name its zone, and read as dates', async () => {
  const columns = { Due: moment((row: string | null) => row), Note: () => 'x' };
  const rows = ['2026-11-28T18:30:00.000Z', '2026-07-01T00:00:00.999Z', null];
  const textIn = async (timeZone: string) => {
    const { content } = await toCsvFile({ list: 'things', timeZone }, columns, inOneBatch(rows));
    return await new Response(content).text();
  };
  expect(await textIn('Asia/Kolkata')).toBe(
    'Due (Asia/Kolkata),Note\r\n2026-11-29 00:00:00,x\r\n2026-07-01 05:30:00,x\r\n,x\r\n',
  );
  expect(await textIn('Europe/Berlin')).toBe(
    'Due (Europe/Berlin),Note\r\n2026-11-28 19:30:00,x\r\n2026-07-01 02:00:00,x\r\n,x\r\n',
  );
});

test('what fails at the first batch fails before the reply begins', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield* [];
    throw new Error('refused by the database');
  }
  await expect(toCsvFile(THINGS, COLUMNS, failing())).rejects.toThrow('refused by the database');
});

test('a client that goes away stops the reading', async () => {
  const { reading, rows } = endlessRows();
  const { content } = await toCsvFile(THINGS, COLUMNS, rows);
  await withServed(content, async (url) => {
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    leaving.abort();
    while (!reading.isOver) await Bun.sleep(10);
  });
  expect(reading.isOver).toBe(true);
});

test('a reader that is slow is not read ahead of', async () => {
  const { reading, rows } = endlessRows();
  const { content } = await toCsvFile(THINGS, COLUMNS, rows);
  const reader = (content as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await Bun.sleep(50);
  expect(reading.batches).toBeLessThanOrEqual(3);
  await reader.cancel();
  expect(reading.isOver).toBe(true);
});

test('what fails on the way is no whole file for the client', async () => {
  const begun = Promise.withResolvers<void>();
  async function* failing(): AsyncGenerator<number[], void> {
    yield [1];
    await begun.promise;
    throw new Error('the database is gone');
  }
  const { content } = await toCsvFile(THINGS, COLUMNS, failing());
  await withServed(content, async (url) => {
    const response = await fetch(url);
    begun.resolve();
    const got = await response.text().then(
      () => 'a whole file',
      () => 'a failure',
    );
    expect(got).toBe('a failure');
  });
});
